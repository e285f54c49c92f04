// Reads the text of a payment code from a picture of it. The picture stays in the browser. Without
// JavaScript the text is pasted.
import { prepareZXingModule, readBarcodes } from "../../vendor/zxing/reader/index.js";

/** Larger pictures are made smaller: a code needs far fewer pixels. */
const MAX_SIDE = 2000;
/** Payment codes start with their version: 01, or 02 in Malaysia. */
const IS_PAYMENT_CODE = /^00020[12]/;

/** Return the pixels of a picture that the browser can open; throw for any other file. */
async function pixelsOf(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const context = new OffscreenCanvas(width, height).getContext("2d");
  // Codes are sometimes saved on a transparent background.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

/** Return the texts of the QR codes in the picture. */
async function textsIn(pixels) {
  const options = { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: 8 };
  const found = await readBarcodes(pixels, options);
  return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))];
}

let loading;

/** Load the reader on first use, from this site and not from where the package would. */
function loadReader(url) {
  loading ??= prepareZXingModule({
    overrides: { locateFile: () => url },
    fireImmediately: true,
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Let the user choose or take a picture, and put the text of its code into the field. */
function watchPhoto(box) {
  const field = document.getElementById(box.dataset.field);
  const status = box.querySelector("[role=status]");
  const say = (name) => {
    status.textContent = box.dataset[name] ?? "";
    status.classList.toggle("is-error", !["reading", "done"].includes(name));
  };

  async function read(file) {
    say("reading");
    let pixels;
    try {
      pixels = await pixelsOf(file);
    } catch {
      return say("noPicture");
    }
    try {
      await loadReader(box.dataset.codePhoto);
    } catch {
      return say("noReader");
    }
    const texts = await textsIn(pixels);
    const codes = texts.filter((text) => IS_PAYMENT_CODE.test(text));
    if (!texts.length) return say("noCode");
    if (!codes.length) return say("otherCode");
    if (codes.length > 1) return say("severalCodes");
    field.value = codes[0];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    say("done");
  }

  for (const button of box.querySelectorAll("button")) {
    const input = document.getElementById(button.dataset.opens);
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const [file] = input.files;
      // The same picture can be chosen again.
      if (file)
        read(file).finally(() => {
          input.value = "";
        });
    });
  }
  box.hidden = false;
}

document.querySelectorAll("[data-code-photo]").forEach(watchPhoto);
