import { findEntityType, type EntityType } from '#shared/entities.ts'
import { severities, type Severity } from '#shared/quality.ts'

/** The parts of the page "Quality", from left to right. */
export const qualityTabs = ['findings', 'rules', 'score', 'clusters', 'duplicates'] as const
export type QualityTab = (typeof qualityTabs)[number]

/** What the page "Quality" shows; without a tab it is the findings, without a type products, and what else is left out is not narrowed. */
export interface QualityPlace {
  readonly tab?: QualityTab
  readonly type?: EntityType
  readonly severity?: Severity
  readonly attribute?: string
  /** The key of a rule: whose findings are shown, or which is edited. */
  readonly rule?: string
  /** How values are compared for clusters. */
  readonly method?: string
  /** The reference by which scores are grouped. */
  readonly by?: string
  /** Whether the findings that were accepted are shown. */
  readonly accepted?: 'yes'
}

/** The place that an address tells; what it cannot mean is left out. */
export function readQualityPlace(params: URLSearchParams): QualityPlace {
  const tab = qualityTabs.find((known) => known === params.get('tab'))
  const type = findEntityType(params.get('type'))
  const severity = severities.find((known) => known === params.get('severity'))
  const texts = (['attribute', 'rule', 'by', 'method'] as const).flatMap((name) => {
    const text = params.get(name)
    return text === null || text === '' ? [] : [[name, text] as const]
  })
  return {
    ...(tab && { tab }),
    ...(type && { type }),
    ...(severity && { severity }),
    ...(params.get('accepted') === 'yes' && { accepted: 'yes' }),
    ...Object.fromEntries(texts),
  }
}
