import type { ReactNode } from 'react'
import { type Right, useMay } from './rights.ts'

interface AllowedProps {
  readonly to: Right
  readonly children: ReactNode
}

/** What is offered to those alone whose role allows it. */
export function Allowed({ to, children }: AllowedProps): ReactNode {
  return useMay()(to) ? children : null
}

/** Fields that all see, and those alone change whose role allows it. The note over the page says why they are disabled. */
export function Changeable({ to, children }: AllowedProps): ReactNode {
  const may = useMay()
  if (may(to)) return children
  return (
    <fieldset disabled className="closed-fields">
      {children}
    </fieldset>
  )
}
