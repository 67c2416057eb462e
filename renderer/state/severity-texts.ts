import { CircleAlert, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import { noSeverity, type Severity } from '#shared/quality.ts'
import { byLanguage, t } from '../ui/text.ts'

/** How serious a finding is, as people read it. */
export const severityTexts = byLanguage((): Readonly<Record<Severity, string>> => ({
  error: t('Error'),
  warning: t('Warning'),
  info: t('Hint'),
}))

/** What filters and facets choose: a severity, or no finding at all. */
export const severityChoices = byLanguage((): Readonly<Record<Severity | typeof noSeverity, string>> => ({
  ...severityTexts(),
  [noSeverity]: t('No findings'),
}))

export const severityIcons: Readonly<Record<Severity, LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
}
