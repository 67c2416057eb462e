import type { AttributeValue, EntityType } from '#shared/entities.ts'
import type { QualityFinding } from '#shared/quality.ts'
import { htmlToText } from '#shared/html-to-text.ts'
import type { GridColumn } from '../query/columns.ts'

/** How the grid words what findings are about; the page of the shell fills it. */
export interface FindingWording {
  readonly columns: Readonly<Record<EntityType, readonly GridColumn[]>>
  readonly format: (value: AttributeValue, column: GridColumn, type: EntityType) => string
}

/** The column that a finding is about; undefined where it is about the whole row. */
export function columnOf(finding: QualityFinding, { columns }: FindingWording): GridColumn | undefined {
  return columns[finding.entity.type].find(({ id }) => id === finding.attribute)
}

/** The value of a finding as people read it; empty where there is none. */
export function formatFinding(finding: QualityFinding, wording: FindingWording): string {
  const { value, entity } = finding
  if (value === null || value === undefined || value === '') return ''
  const column = columnOf(finding, wording)
  if (column) {
    const text = wording.format(value as AttributeValue, column, entity.type)
    return column.traits.layout === 'html' ? htmlToText(text) : text
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
