/** A document of `docs/` as it is, taken into the page by the build. */
declare module '*.md?raw' {
  const text: string
  // oxlint-disable-next-line import/no-default-export -- that is how the build hands texts over
  export default text
}
