// Property tests: thousands of inputs that nobody thought of. Only tests load this package.

export { default as fc } from "npm:fast-check@4.5.3";
