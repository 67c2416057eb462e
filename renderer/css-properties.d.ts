import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Variables that style sheets read. */
    readonly [variable: `--${string}`]: string | number | undefined
  }
}
