import type { Severity } from '#shared/quality.ts'
import '../ui/severity.css'
import { severityIcons, severityTexts } from './severity-texts.ts'

/** How serious something is: a sign in its colour, and the word for it, which `isUnseen` leaves to screen readers. */
export function SeverityMark({ severity, isUnseen = false }: { severity: Severity; isUnseen?: boolean }) {
  const Icon = severityIcons[severity]
  return (
    <span className="severity-mark" data-severity={severity}>
      <Icon aria-hidden size={15} />
      <span className={isUnseen ? 'visually-hidden' : undefined}>{severityTexts()[severity]}</span>
    </span>
  )
}
