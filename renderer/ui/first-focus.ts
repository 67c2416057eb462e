/** Where the focus goes in a popover editor that opens: into its text, also where buttons stand before it. */
export function firstFocus(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>('textarea, [contenteditable="true"]') ?? true
}
