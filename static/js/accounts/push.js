// The button that turns on push messages: asks for permission, subscribes at the browser's push
// service, and sends the subscription as a form. Nothing is asked before the button is pressed.

const form = document.getElementById("push-form");

/** Return the bytes of URL-safe base64. */
function bytesOf(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}

/** Return whether the subscription was made with this key of the site. */
function usesKey(subscription, key) {
  const used = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return used.length === key.length && used.every((each, index) => each === key[index]);
}

/** Return the site's key for push messages. */
async function fetchKey() {
  const headers = { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
  const answer = await fetch(form.dataset.keyUrl, { method: "POST", headers });
  if (!answer.ok) throw new Error("no key");
  return bytesOf(await answer.text());
}

/** Return this browser's subscription, renewed if it was made with another key. */
async function subscribe() {
  const key = await fetchKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && usesKey(known, key)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Ask for permission and subscribe; send the subscription, or show why that failed. */
async function turnOn(button) {
  const failure = document.getElementById("push-failed");
  failure.textContent = "";
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      failure.textContent = form.dataset.refused;
      return;
    }
    const { endpoint, keys } = (await subscribe()).toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.submit();
  } catch {
    failure.textContent = form.dataset.failed;
  } finally {
    button.disabled = false;
  }
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  const button = form.querySelector("button[type='submit']");
  button.hidden = false;
  document.getElementById("push-missing").hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    turnOn(button);
  });
}
