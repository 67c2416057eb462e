/** Whether a link may lead there: to the web or to a mailbox. */
export function isLinkAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(address)
}

/** The address that was meant: one without a scheme is of the web, or of a mailbox. Undefined where no link may lead. */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)
    ? `mailto:${text}`
    : /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:[/?#]|$)/i.test(text)
      ? `https://${text}`
      : text
  return isLinkAddress(whole) ? whole : undefined
}
