import type { ReactNode } from 'react'
import { type Right, useMay } from './rights.ts'

interface AllowedProps {
  readonly to: Right
  readonly children: ReactNode
}

export function Allowed({ to, children }: AllowedProps): ReactNode {
  return useMay()(to) ? children : null
}

/**
 * Fields that everybody sees and only some roles change. The notice above the page explains why they are
 * disabled.
 */
export function Changeable({ to, children }: AllowedProps): ReactNode {
  const may = useMay()
  if (may(to)) return children
  return (
    <fieldset disabled className="closed-fields">
      {children}
    </fieldset>
  )
}
