import type { DesktopBridge } from '#shared/desktop-bridge.ts'

declare global {
  interface Window {
    /** What the desktop shell offers; absent in a browser. */
    readonly desktop?: DesktopBridge
  }
}
