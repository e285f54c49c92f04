// A form was sent with the CSRF token of an earlier sign-in: update the page's token and say so.

const TOKEN_FIELD = "csrfmiddlewaretoken";

document.addEventListener("form-expired", ({ detail: { token, sentence } }) => {
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  for (const field of document.querySelectorAll(`input[name="${TOKEN_FIELD}"]`))
    field.value = token;
  const notice = document.createElement("div");
  const list = document.createElement("ul");
  const item = document.createElement("li");
  notice.id = "form-expired";
  notice.className = "messages";
  notice.setAttribute("role", "alert");
  item.className = "message warning";
  item.textContent = sentence;
  list.append(item);
  notice.append(list);
  document.getElementById(notice.id)?.remove();
  document.getElementById("main").prepend(notice);
  notice.scrollIntoView({ block: "nearest" });
});
