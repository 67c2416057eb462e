import { type AttributeDefinition, freeAttributeKey } from '#shared/attributes.ts'
import type { ImportPreview, PreviewColumn } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import type { ImportChoices } from './import-choices.ts'
import { t } from '../ui/text.ts'

type TargetKind = 'attribute' | 'new' | 'parent' | 'id' | 'none'

export interface PlannedColumn extends PreviewColumn {
  readonly kind: TargetKind
  readonly targetName: string
}

export function joinChoices(
  { columns, merge_key: suggested }: Pick<ImportPreview, 'columns' | 'merge_key'>,
  choices: Pick<ImportChoices, 'rules' | 'creations' | 'mergeKey'>,
  attributes: readonly AttributeDefinition[],
): PlannedColumn[] {
  const isById = (choices.mergeKey ?? suggested) === 'id'
  return columns.map((seen) => {
    const column = asChosen(seen, choices.rules, attributes)
    if (isById && column.header === 'id')
      return { ...column, rule: { key: 'id' }, kind: 'id', targetName: 'ID' }
    const kind = kindOf(column, choices, attributes)
    return { ...column, kind, targetName: nameOf(column, kind, attributes) }
  })
}

/** A choice applies at once, even before the server has previewed it. */
function asChosen(
  column: PreviewColumn,
  rules: ImportChoices['rules'],
  attributes: readonly AttributeDefinition[],
): PreviewColumn {
  const rule = chosenRule(column, rules)
  if (rule === undefined) return column
  const attribute = attributes.find(({ key }) => key === rule.key)
  const { data_type: type = rule.data_type ?? column.data_type } = attribute ?? {}
  const { acceptable_values: allowed } = attribute ?? column
  return { ...column, rule, reason: 'mapping', data_type: type, acceptable_values: allowed }
}

function chosenRule(
  { header, rule }: PreviewColumn,
  rules: ImportChoices['rules'],
): PreviewColumn['rule'] | undefined {
  const entry = Object.hasOwn(rules, header) ? rules[header] : undefined
  if (typeof entry !== 'string') return entry ?? undefined
  return rule.key === entry ? rule : { key: entry }
}

function kindOf(
  { header, rule, reason }: PreviewColumn,
  { rules, creations }: Pick<ImportChoices, 'rules' | 'creations'>,
  attributes: readonly AttributeDefinition[],
): TargetKind {
  if (rule.key === null || header === '' || isLeftOut(rules, header)) return 'none'
  if (rule.key === 'parent_id') return 'parent'
  if (rule.key === 'id') return 'id'
  if (attributes.some(({ key }) => key === rule.key)) return 'attribute'
  return reason === 'mapping' || creations.create_missing_attributes ? 'new' : 'none'
}

function isLeftOut(rules: ImportChoices['rules'], header: string): boolean {
  const chosen = Object.hasOwn(rules, header) ? rules[header] : undefined
  return chosen === null || (typeof chosen === 'object' && chosen.key === null)
}

function nameOf(
  { header, rule }: PreviewColumn,
  kind: TargetKind,
  attributes: readonly AttributeDefinition[],
): string {
  if (kind === 'parent') return t('Parent')
  if (kind === 'id') return 'ID'
  if (kind === 'new') return header
  if (kind === 'attribute') return attributes.find(({ key }) => key === rule.key)?.name ?? ''
  const folded = foldText(header)
  const isComputed = attributes.some(
    ({ key, name, writable }) => !writable && (foldText(name) === folded || key === header),
  )
  return isComputed ? t('computed, so it is left out') : t('left out')
}

export function newKeyFor(
  { header, new_key: wanted }: Pick<PlannedColumn, 'header' | 'new_key'>,
  columns: readonly PlannedColumn[],
  attributes: readonly AttributeDefinition[],
): string {
  const others = columns.filter((column) => column.header !== header && column.kind === 'new')
  const taken = new Set([...attributes.map(({ key }) => key), ...others.map(({ rule }) => rule.key)])
  return freeAttributeKey(wanted, (key) => taken.has(key))
}

/** Whether cells may hold addresses of pictures, for the rows or for images that they refer to. */
export function namesPictures(columns: readonly PlannedColumn[]): boolean {
  return columns.some(({ kind, names_pictures: isOfPictures }) => kind !== 'none' && isOfPictures)
}

export function hasPictures(columns: readonly PlannedColumn[]): boolean {
  return columns.some(
    ({ kind, data_type: type, names_pictures: isOfPictures, names_picture_files: areFiles }) =>
      (kind === 'attribute' || kind === 'new') && (type === 'image' || areFiles === true || isOfPictures),
  )
}
