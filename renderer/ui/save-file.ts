// The browser has copied the bytes within this time.
const retentionMs = 60_000

/** Passes bytes to the browser, which saves them under that name; the desktop shell asks where to. */
export function saveFile(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), retentionMs)
}
