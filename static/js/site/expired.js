// A form was sent with the CSRF token of an earlier sign-in: update the page's token and say so.

const NAME = "csrfmiddlewaretoken";

document.addEventListener("form-expired", ({ detail: { token, sentence } }) => {
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  for (const field of document.querySelectorAll(`input[name="${NAME}"]`)) field.value = token;
  const box = document.createElement("div");
  const list = document.createElement("ul");
  const line = document.createElement("li");
  box.id = "form-expired";
  box.className = "messages";
  box.setAttribute("role", "alert");
  line.className = "message warning";
  line.textContent = sentence;
  list.append(line);
  box.append(list);
  document.getElementById(box.id)?.remove();
  document.getElementById("main").prepend(box);
  box.scrollIntoView({ block: "nearest" });
});
