import { describe, expect, test } from "vitest";
import { nuxtText } from "./nuxt-state.ts";

describe("a string of a Nuxt state", () => {
  const page = (parameters: string, state: string, values: string) =>
    `<script>window.__NUXT__ = (function (${parameters}) {return ${state}})(${values});</script>`;
  test.each([
    ["a", '{token:"x"}', "1", "x"],
    ["a", '{"token" : "x\\"y"}', "1", 'x"y'],
    ["a", "{'token':\"x\"}", "1", "x"],
    ["a, b", "{token:b}", '"1", "2"', "2"],
    ["a,b", "{token:a}", '"1","2"', "1"],
    ["a,b,c", "{token:c}", '[1,"x"],{y:"(,"},"3"', "3"],
    ["a,b", "{token:b}", "'it\\'s, x',\"2\"", "2"],
    ["a,b", "{token:b}", '`,`,"2"', "2"],
    ["a,b", '{s:"}",token:b}', '"1","2"', "2"],
    ["$x1", "{token:$x1}", '"1"', "1"],
    ["a", "{token:b}", '"1"', null],
    ["a,b", "{token:b}", '"1"', null],
    ["a", "{token:a}", "1", null],
    ["a", "{token:7}", '"1"', null],
    ["a", '{mytoken:"x"}', '"1"', null],
  ])("function(%s) %s of %s: %j", (parameters, state, values, text) => {
    expect(nuxtText(page(parameters, state, values), "token")).toBe(text);
  });

  test("a string of a Nuxt state is null if there is no state or it is truncated", () => {
    expect(nuxtText("{token:a}", "token")).toBeNull();
    expect(nuxtText("window.__NUXT__=function(a){return {token:a}", "token")).toBeNull();
    expect(nuxtText("window.__NUXT__=function(a){return {token:a}}", "token")).toBeNull();
    expect(nuxtText('window.__NUXT__=function(a){return {token:a}}("x")', "token")).toBe("x");
    expect(nuxtText("", "token")).toBeNull();
    for (const cut of ['("x', "(", '([1,"x"', '(["x"', "('x"]) {
      expect(nuxtText(`window.__NUXT__=function(a){return {token:a}}${cut}`, "token"), cut).toBeNull();
    }
    expect(nuxtText('f("y");window.__NUXT__=function(a){return {token:a}', "token")).toBeNull();
    expect(nuxtText('window.__NUXT__=(function(a){return {token:a}}("x\\\\"))', "token")).toBe("x\\");
    expect(nuxtText('window.__NUXT__=(function(a,b){return {token:b}}((1,2),"x"))', "token")).toBe("x");
    expect(nuxtText('window.__NUXT__=(function(a,b){return {token:b,x:")"}}("","x"))("y","z")', "token")).toBe("x");
    expect(nuxtText('window.__NUXT__=(function(){return {token:b}}("x"))', "token")).toBeNull();
    expect(nuxtText('window.__NUXT__=(function(a){return {token:a}}(["x"]))', "token")).toBeNull();
  });
});

test("a string of a Nuxt state is found inline or among the arguments", () => {
  const page = (state: string) => `<script>window.__NUXT__=(function(a,b){return ${state}}(1,"x,\\"y)"))</script>`;
  expect(nuxtText(page('{token:"t\\u0041"}'), "token")).toBe("tA");
  expect(nuxtText(page('{inner:{"token":b}}'), "token")).toBe('x,"y)');
  expect(nuxtText(page("{token:a}"), "token")).toBeNull();
  expect(nuxtText(page("{other:b}"), "token")).toBeNull();
});
