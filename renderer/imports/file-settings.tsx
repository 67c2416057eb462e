import { upsertableTypes, type UpsertableType } from '#shared/entities.ts'
import {
  type ImportPreview,
  type ImportUpload,
  type QuoteMode,
  shapeNames,
  type TextEncoding,
} from '#shared/imports.ts'
import { encodingName, encodingChoices } from '../jobs/outcome-texts.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { readAnew } from './import-choices.ts'
import { ProfileField } from './profile-field.tsx'
import type { ImportProps } from './import-props.ts'
import { t, cachedByLanguage, currentLanguage } from '../ui/text.ts'

type FileSettingsProps = Pick<ImportProps, 'choices' | 'plan' | 'onChoices'>

export function FileSettings({
  choices,
  plan,
  upload,
  onChoices,
}: FileSettingsProps & { upload: ImportUpload }) {
  const sheets = plan?.preview.sheets ?? []
  return (
    <div className="import-settings">
      <Field label={t('Import as')}>
        {({ id }) => (
          <Select<UpsertableType>
            id={id}
            value={choices.type}
            options={upsertableTypes.map((type) => ({ value: type, label: typeTexts()[type].plural }))}
            onChange={(type) => onChoices(readAnew(choices, { type }))}
          />
        )}
      </Field>
      {sheets.length > 1 && (
        <Field label={t('Sheet')}>
          {({ id }) => (
            <Select
              id={id}
              value={choices.sheet ?? plan?.preview.sheet ?? ''}
              options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet) => onChoices(readAnew(choices, { sheet }))}
            />
          )}
        </Field>
      )}
      <ShapeField choices={choices} plan={plan} onChoices={onChoices} />
      <LanguageField choices={choices} plan={plan} onChoices={onChoices} />
      <HeaderField choices={choices} plan={plan} onChoices={onChoices} />
      <DelimiterField choices={choices} plan={plan} onChoices={onChoices} />
      <QuoteField choices={choices} plan={plan} onChoices={onChoices} />
      {(plan?.preview.format ?? upload.format) === 'csv' && (
        <EncodingField
          encoding={choices.encoding}
          preview={plan?.preview}
          onChange={(encoding) => onChoices(readAnew(choices, { encoding }))}
        />
      )}
      {plan !== undefined && <ProfileField choices={choices} plan={plan} onChoices={onChoices} />}
    </div>
  )
}

/** A shop's file is read as products with variants unless the user wants its rows unchanged. */
function ShapeField({ choices, plan, onChoices }: FileSettingsProps) {
  const shape = plan?.preview.shape ?? null
  if (shape === null && choices.shape !== 'none') return null
  return (
    <Field label={t('It is read as')}>
      {({ id }) => (
        <Select
          id={id}
          value={choices.shape === 'none' ? 'rows' : 'products'}
          options={[
            {
              value: 'products',
              label:
                shape === null
                  ? t('products of the shop')
                  : t('products of {shop}', { shop: shapeNames[shape] }),
            },
            { value: 'rows', label: t('rows as they stand') },
          ]}
          onChange={(as) => onChoices(readAnew(choices, { shape: as === 'rows' ? 'none' : undefined }))}
        />
      )}
    </Field>
  )
}

const names = cachedByLanguage(
  () => new Intl.DisplayNames(currentLanguage(), { type: 'language', fallback: 'code' }),
)

function languageName(code: string): string {
  try {
    const name = names().of(code.replaceAll('_', '-')) ?? code
    return name.toLowerCase() === code.toLowerCase() ? code : `${name} (${code})`
  } catch {
    return code
  }
}

export function describeLanguage({ language }: ImportPreview): string {
  if (language === undefined) return ''
  const others = language.left_out.map(languageName).join(', ')
  return t('Its texts are taken in {language}; those in {others} are left out.', {
    language: languageName(language.taken),
    others,
  })
}

function LanguageField({ choices, plan, onChoices }: FileSettingsProps) {
  const foundLanguage = plan?.preview.language
  if (foundLanguage === undefined) return null
  return (
    <Field label={t('Texts are taken in')}>
      {({ id }) => (
        <Select
          id={id}
          value={foundLanguage.taken}
          options={[foundLanguage.taken, ...foundLanguage.left_out].sort().map((code) => ({
            value: code,
            label: languageName(code),
          }))}
          onChange={(language) => onChoices(readAnew(choices, { language }))}
        />
      )}
    </Field>
  )
}

/** Rows above the header are titles; some files have no header. */
function HeaderField({ choices, plan, onChoices }: FileSettingsProps) {
  const { header_row: found, shape } = plan?.preview ?? {}
  if (found === undefined || shape !== null) return null
  const present = choices.headerRow ?? found
  const rows = Array.from({ length: Math.max(present + 1, shownHeaderRows) }, (_, row) => row)
  return (
    <Field label={t('The columns are named in')}>
      {({ id }) => (
        <Select
          id={id}
          value={String(present)}
          options={rows.map((row) => ({
            value: String(row),
            label: row === 0 ? t('no row of the file') : t('row {row}', { row }),
          }))}
          onChange={(row) => onChoices(readAnew(choices, { headerRow: Number(row) }))}
        />
      )}
    </Field>
  )
}

const shownHeaderRows = 11

const delimiterNames = cachedByLanguage((): Readonly<Record<string, string>> => ({
  ',': t('commas'),
  ';': t('semicolons'),
  '\t': t('tabs'),
  '|': t('bars'),
}))

export function delimiterName(delimiter: string): string {
  return delimiterNames()[delimiter] ?? t('“{name}”', { name: delimiter })
}

/** Shown for the rare file whose delimiter is not recognised. */
function DelimiterField({ choices, plan, onChoices }: FileSettingsProps) {
  if (plan?.preview.format !== 'csv') return null
  const present = choices.delimiter ?? plan.preview.delimiter ?? ','
  return (
    <Field label={t('Columns are separated by')}>
      {({ id }) => (
        <Select
          id={id}
          value={present}
          options={[...new Set([...Object.keys(delimiterNames()), present])].map((delimiter) => ({
            value: delimiter,
            label: delimiterName(delimiter),
          }))}
          onChange={(delimiter) => onChoices(readAnew(choices, { delimiter }))}
        />
      )}
    </Field>
  )
}

/** Shown where quotation marks were taken for signs, may enclose rows, or were chosen. */
function QuoteField({ choices, plan, onChoices }: FileSettingsProps) {
  const { format, notes = [] } = plan?.preview ?? {}
  const isOpen = choices.quote !== undefined || notes.some((note) => aboutQuotes.has(note.message_code))
  if (format !== 'csv' || !isOpen) return null
  return (
    <Field label={t('Quotation marks')}>
      {({ id }) => (
        <Select<QuoteMode | typeof automatic>
          id={id}
          value={choices.quote ?? automatic}
          options={[
            { value: automatic, label: t('Automatic') },
            { value: 'double', label: t('enclose cells') },
            { value: 'none', label: t('belong to the texts') },
          ]}
          onChange={(quote) =>
            onChoices(readAnew(choices, { quote: quote === automatic ? undefined : quote }))
          }
        />
      )}
    </Field>
  )
}

const aboutQuotes = new Set<string | undefined>(['file.quotes_as_written', 'file.cells_of_rows'])
const automatic = 'automatic'

interface EncodingFieldProps {
  encoding: TextEncoding | undefined
  preview: ImportPreview | undefined
  onChange: (encoding: TextEncoding | undefined) => void
}

function EncodingField({ encoding, preview, onChange }: EncodingFieldProps) {
  return (
    <Field label={t('Encoding')} hint={hintOf(preview)}>
      {({ id, describedBy }) => (
        <Select<TextEncoding | typeof automatic>
          id={id}
          describedBy={describedBy}
          value={encoding ?? automatic}
          options={[{ value: automatic, label: t('Automatic') }, ...encodingChoices]}
          onChange={(chosen) => onChange(chosen === automatic ? undefined : chosen)}
        />
      )}
    </Field>
  )
}

function hintOf(preview: ImportPreview | undefined): string | undefined {
  if (preview?.encoding_guessed !== true || preview.encoding === null) return undefined
  return t('Read as {value}. If letters look wrong, choose another.', {
    value: encodingName(preview.encoding),
  })
}
