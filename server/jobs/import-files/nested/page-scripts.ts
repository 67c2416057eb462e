/** Whether a file is a page of the web. */
export function isPage(start: string): boolean {
  return /^\uFEFF?\s*<(!doctype\s+html|html[\s>])/i.test(start)
}

const longestTag = 2000

/** What a page tells to programs: the texts of its scripts of JSON-LD. */
export function* scriptsOf(page: string): Generator<string> {
  const lower = page.toLowerCase()
  let at = lower.indexOf('<script')
  while (at >= 0) {
    const opened = lower.indexOf('>', at)
    const closed = opened < 0 ? -1 : lower.indexOf('</script', opened)
    if (closed < 0) return
    const tag = lower.slice(at, Math.min(opened, at + longestTag))
    if (/type\s*=\s*["']?application\/ld\+json/.test(tag)) yield page.slice(opened + 1, closed)
    at = lower.indexOf('<script', closed)
  }
}
