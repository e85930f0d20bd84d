import { expect, test } from "vitest";
import { isShowable } from "./picture-address.ts";

const HERE = "http://10.0.0.7:8080";

test.each(["https://img.shop.example/1.jpg", "https://xn--bcher-kva.example/1.jpg"])("%s is shown", (url) => {
  expect(isShowable(url, "winnow.example", HERE)).toBe(true);
});

test.each([
  "http://img.shop.example/1.jpg",
  "https://192.168.1.1/admin",
  "https://3232235777/",
  "https://0x7f.1/",
  "https://[fd00::1]/",
  "https://93.184.216.34/",
  "https://localhost/",
  "https://router/",
  "https://router.lan/",
  "https://printer.local./",
  "https://db.internal/",
  "https://nas.home/",
  "https://api.default.svc/",
  "http://127.0.0.1:9000/1.svg",
  "javascript:alert(1)",
  "data:image/png;base64,AA",
  "not an address",
])("%s is not asked for from the viewer's network", (url) => {
  expect(isShowable(url, "winnow.example", HERE)).toBe(false);
});

test("on the operator's own machine the stand-ins' pictures are shown", () => {
  expect(isShowable("http://127.0.0.1:9000/1.svg", "localhost", HERE)).toBe(true);
  expect(isShowable("http://192.168.1.1/", "localhost", HERE)).toBe(false);
  expect(isShowable("https://127.0.0.1:8443/", "localhost", HERE)).toBe(false);
});

test("the service's own pictures are shown, wherever it is", () => {
  expect(isShowable("http://10.0.0.7:8080/stand-ins/stays/1.jpg", "10.0.0.7", HERE)).toBe(true);
  expect(isShowable("http://10.0.0.7:8081/1.jpg", "10.0.0.7", HERE)).toBe(false);
});
