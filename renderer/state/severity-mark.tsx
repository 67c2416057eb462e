import { type Severity, noSeverity } from '#shared/quality.ts'
import '../ui/severity.css'
import { CircleAlert, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import { byLanguage, t } from '../ui/text.ts'

export const severityTexts = byLanguage((): Readonly<Record<Severity, string>> => ({
  error: t('Error'),
  warning: t('Warning'),
  info: t('Hint'),
}))

/** The choices of filters and facets: a severity, or no finding. */
export const severityChoices = byLanguage((): Readonly<Record<Severity | typeof noSeverity, string>> => ({
  ...severityTexts(),
  [noSeverity]: t('No findings'),
}))

const severityIcons: Readonly<Record<Severity, LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
}

/** A severity as a coloured sign and a word; `isUnseen` hides the word except for screen readers. */
export function SeverityMark({ severity, isUnseen = false }: { severity: Severity; isUnseen?: boolean }) {
  const Icon = severityIcons[severity]
  return (
    <span className="severity-mark" data-severity={severity}>
      <Icon aria-hidden size={15} />
      <span className={isUnseen ? 'visually-hidden' : undefined}>{severityTexts()[severity]}</span>
    </span>
  )
}
