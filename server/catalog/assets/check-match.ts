import {
  assetModes,
  type AssetMode,
  type AssetRule,
  assetRuleNames,
  assetTextFields,
  maxColumnListBytes,
  maxNamedFiles,
  maxRules,
  type SentAssetMatch,
  type SentRule,
} from '#shared/assets.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { isOneOf } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import { findFileFacts } from '../../store/tables/files.ts'
import { compileGroups } from '../attributes/data-types/pattern.ts'
import { comparedAttributes } from '../duplicates/search-request.ts'
import { Faults } from '../errors.ts'
import { holdsFile } from '../files/linked-files.ts'
import type { WriteContext } from '../events/record-event.ts'
import { compileTemplate } from './name-readings.ts'

export interface NamedHash {
  readonly hash: string
  readonly name: string
}

/** The settings of a match, as its job stores them. */
export interface AssetMatchInput {
  /** Files of the workspace; without them the job reads the folder that it was given. */
  readonly files?: readonly NamedHash[]
  readonly rules: readonly AssetRule[]
  readonly attribute: string
  readonly as: AssetMode
  readonly alt_text?: string
  readonly create_images: boolean
  readonly dry_run: boolean
  readonly min_width?: number
  readonly min_height?: number
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface SentMatch {
  readonly body: Partial<SentAssetMatch>
  readonly faults: readonly FieldError[]
  /** Whether the files come beside the body: the parts of a form, or a folder. */
  readonly hasFiles: boolean
}

/** Checks a match against the attributes of the workspace; throws all its faults together. */
export function checkAssetMatch(
  db: ReadableDb,
  { body, faults: structural, hasFiles }: SentMatch,
): Omit<AssetMatchInput, 'edit_id' | 'context'> {
  const faults = new Faults(structural)
  const files = hasFiles ? undefined : checkFiles(db, body, faults)
  const rules = checkRules(db, body.rules, faults)
  const attribute = checkTarget(attributesOf(db, 'product'), body.attribute, faults)
  const as = body.as ?? 'append'
  if (!isOneOf(assetModes, as)) faults.add('as', 'invalid_value', assetModes, as)
  faults.throwIfAny()
  const { alt_text, min_width, min_height } = body
  const chosen = { alt_text, min_width, min_height }
  return {
    ...(files && { files }),
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
    rules,
    attribute: attribute?.key ?? '',
    as: as as AssetMode,
    create_images: body.create_images ?? true,
    dry_run: body.dry_run ?? true,
  }
}

function checkFiles(
  db: ReadableDb,
  { files }: Partial<SentAssetMatch>,
  faults: Faults,
): readonly NamedHash[] | undefined {
  if (faults.hasErrorFor('files')) return undefined
  if (files === undefined) return faults.add('files', 'required')
  if (!isList(files)) return faults.explain('files', 'invalid_value', message('asset.plan_gone'))
  if (files.length === 0) return faults.add('files', 'expected_values')
  if (files.length > maxNamedFiles) return faults.add('files', 'too_many_values')
  files.forEach(({ hash, name }, index) => {
    if (findFileFacts(db, hash.toLowerCase()) === undefined)
      faults.explain(`files[${index}].hash`, 'invalid_value', message('asset.hash_not_known'))
    if (name.trim() === '') faults.add(`files[${index}].name`, 'required')
  })
  return files.map(({ hash, name }) => ({ hash: hash.toLowerCase(), name: name.slice(0, maxNameLength) }))
}

function isList(files: NonNullable<SentAssetMatch['files']>): files is readonly NamedHash[] {
  return Array.isArray(files)
}

const maxNameLength = 1000

function checkRules(db: ReadableDb, sent: readonly SentRule[] | undefined, faults: Faults): AssetRule[] {
  if (sent === undefined) {
    if (!faults.hasErrorFor('rules')) faults.add('rules', 'required')
    return []
  }
  if (sent.length === 0) faults.add('rules', 'expected_values')
  if (sent.length > maxRules) faults.add('rules', 'too_many_values')
  return sent.slice(0, maxRules).flatMap((rule, index) => {
    const field = `rules[${index}]`
    if (!isOneOf(assetRuleNames, rule.by)) {
      if (!faults.hasErrorFor(`${field}.by`))
        faults.add(`${field}.by`, 'invalid_value', assetRuleNames, rule.by)
      return []
    }
    const attribute = checkRuleAttribute(db, rule, field, faults)
    return checkRule[rule.by](rule, { attribute, field, faults }) ?? []
  })
}

/** The key of the attribute that a rule looks in: the named one, else that of GTINs, else the primary one. */
function checkRuleAttribute(
  db: ReadableDb,
  { by, attribute: key }: SentRule,
  field: string,
  faults: Faults,
): string {
  const attributes = attributesOf(db, 'product')
  const found = key === undefined ? defaultAttribute(db, attributes, by) : attributes.byKey.get(key)
  const isText = found?.traits.shape === 'scalar' && found.traits.family === 'text'
  if (key !== undefined && found === undefined)
    faults.addUnknown(`${field}.attribute`, 'not_a_defined_attribute', key, attributes.byKey)
  else if (found === undefined)
    faults.explain(`${field}.attribute`, 'not_a_defined_attribute', message('asset.name_attribute'))
  else if (!isText) faults.add(`${field}.attribute`, 'not_a_text_attribute')
  return found?.key ?? ''
}

function defaultAttribute(db: ReadableDb, { primary }: AttributeSet, by: string): Attribute | undefined {
  return by === 'gtin' ? comparedAttributes(db, 'product').gtin : primary
}

interface RulePosition {
  readonly attribute: string
  readonly field: string
  readonly faults: Faults
}

type CheckRule = (rule: SentRule, position: RulePosition) => AssetRule | undefined

const checkRule: Readonly<Record<AssetRule['by'], CheckRule>> = {
  key: ({ pattern, views }, { attribute, field, faults }) => {
    if (pattern !== undefined && compileTemplate(pattern) === undefined)
      return faults.explain(
        `${field}.pattern`,
        'invalid_value',
        message('asset.pattern_needs_key', { example: '{key}_{n}' }),
      )
    return { by: 'key', attribute, ...(pattern !== undefined && { pattern }), ...(views && { views }) }
  },
  gtin: (_rule, { attribute }) => ({ by: 'gtin', attribute }),
  folder: ({ level = 1 }, { attribute }) => ({ by: 'folder', attribute, level }),
  column: ({ csv }, { attribute, field, faults }) => {
    if (csv === undefined || csv.trim() === '') return faults.add(`${field}.csv`, 'required')
    if (csv.length > maxColumnListBytes) return faults.add(`${field}.csv`, 'too_long')
    return { by: 'column', attribute, csv }
  },
  iptc: ({ field: text = 'title' }, { attribute, field, faults }) => {
    if (!isOneOf(assetTextFields, text))
      return faults.add(`${field}.field`, 'invalid_value', assetTextFields, text)
    return { by: 'iptc', attribute, field: text }
  },
  pattern: ({ pattern }, { attribute, field, faults }) => {
    if (pattern === undefined) return faults.add(`${field}.pattern`, 'required')
    const compiled = compileGroups(pattern)
    if (typeof compiled !== 'function')
      return faults.explain(
        `${field}.pattern`,
        'invalid_value',
        compiled?.fault ?? message('asset.pattern_not_readable'),
      )
    if (!/\(\?<key>/.test(pattern))
      return faults.explain(
        `${field}.pattern`,
        'invalid_value',
        message('asset.pattern_needs_key_group', { example: '(?<key>.+)' }),
      )
    return { by: 'pattern', attribute, pattern }
  },
}

function checkTarget(
  { byKey }: AttributeSet,
  key: string | undefined,
  faults: Faults,
): Attribute | undefined {
  if (key === undefined)
    return faults.hasErrorFor('attribute') ? undefined : faults.add('attribute', 'required')
  const found = byKey.get(key)
  if (!found) return faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
  return holdsFiles(found) ? found : faults.add('attribute', 'not_a_reference_attribute')
}

/** Whether an attribute refers to images, or holds a file itself. */
export function holdsFiles(attribute: Attribute): boolean {
  const {
    traits,
    extras: { reference, inheritance_mode: inherited },
  } = attribute
  if (traits.shape === 'reference' || traits.shape === 'reference_list')
    return reference !== null && 'type' in reference && reference.type === 'image'
  return traits.shape === 'scalar' && holdsFile(attribute) && inherited === 'off'
}
