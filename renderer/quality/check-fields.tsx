import { cachedByLanguage, t } from '../ui/text.ts'
import { germanHint, problemNames } from './quality-texts.ts'
import { fileProblems, spellingLanguages, type CheckMember, type CheckKindName } from '#shared/quality.ts'
import { FilterBuilder } from '../filters/filter-builder.tsx'
import { useFilterFields } from '../filters/use-filter-fields.ts'
import type { GridColumn } from '../query/columns.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import { memberLooks, type MemberInput, membersOf } from './rule-draft.ts'
import type { RuleFormProps } from './rule-form.tsx'

export function CheckFields(props: RuleFormProps) {
  const { draft } = props
  const members = membersOf(draft.kind)
  return (
    <>
      {draft.kind !== 'filter' && <CheckedAttributes {...props} />}
      {members.length > 0 && (
        <div className="quality-row">
          {members.map((member) => {
            const Input = inputs[memberLooks()[member].input]
            return <Input key={member} {...props} member={member} />
          })}
        </div>
      )}
    </>
  )
}

type Fits = (column: GridColumn) => boolean

const isText: Fits = ({ traits }) => traits.family === 'text'
const holdsPictures: Fits = ({ traits, referenceType }) =>
  traits.media === 'image' || referenceType === 'image'
const all: Fits = () => true

const fits: Readonly<Record<CheckKindName, Fits>> = {
  filter: all,
  required: all,
  length: isText,
  pattern: isText,
  one_of: isText,
  unique_together: all,
  gtin: isText,
  banned_words: isText,
  no_html: isText,
  valid_html: isText,
  no_upper_case_text: isText,
  no_placeholder: isText,
  same_unit: isText,
  outlier: ({ traits }) => traits.family === 'number',
  parent_differs: all,
  picture: holdsPictures,
  file_problem: all,
  link_answers: isText,
  spelling: isText,
  same_language: isText,
}

function checkedColumns(columns: readonly GridColumn[], kind: CheckKindName): GridColumn[] {
  return columns.filter((column) => !column.isSystem && column.kind !== 'completeness' && fits[kind](column))
}

function CheckedAttributes({ draft, faults, columns, onChange }: RuleFormProps) {
  const choices = checkedColumns(columns, draft.kind).map(toToken)
  const tokens = draft.attributes.map((key) => {
    return toToken(columns.find(({ id }) => id === key) ?? { id: key, name: key })
  })
  return (
    <Field label={t('Attributes')} error={faults.attributes}>
      {(control) => (
        <TokenPicker
          label={t('Attributes')}
          tokens={tokens}
          choices={choices}
          control={control}
          onChange={(next) => onChange({ attributes: next.map(({ value }) => value) })}
        />
      )}
    </Field>
  )
}

function toToken({ id, name }: Pick<GridColumn, 'id' | 'name'>) {
  return { value: id, label: name }
}

type MemberProps = RuleFormProps & { readonly member: CheckMember }

function useMember({ draft, faults, member, onChange }: MemberProps) {
  const { label, hint, placeholder } = memberLooks()[member]
  return {
    field: { label, error: faults[member], ...(hint !== undefined && { hint }) },
    placeholder,
    value: draft.members[member] ?? '',
    onChange: (value: string) => onChange({ members: { ...draft.members, [member]: value } }),
  }
}

function TextMember(props: MemberProps) {
  const { field, ...rest } = useMember(props)
  return <TextField {...field} {...rest} />
}

function NumberMember(props: MemberProps) {
  const { field, ...rest } = useMember(props)
  return <TextField {...field} {...rest} inputMode="decimal" className="quality-number" />
}

function LinesMember(props: MemberProps) {
  const { field, value, onChange } = useMember(props)
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          className="ui-control quality-lines"
          rows={4}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

const pictureFormats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'svg']

function FormatsMember(props: MemberProps) {
  const { field, value, onChange } = useMember(props)
  const chosen = value.split('\n').filter((format) => format !== '')
  const toChoice = (format: string) => ({ value: format, label: format.toUpperCase() })
  return (
    <Field {...field}>
      {(control) => (
        <TokenPicker
          label={field.label}
          placeholder={t('Any format')}
          tokens={chosen.map(toChoice)}
          choices={pictureFormats.map(toChoice)}
          control={control}
          onChange={(tokens) => onChange(tokens.map((token) => token.value).join('\n'))}
        />
      )}
    </Field>
  )
}

const languageNames = cachedByLanguage((): Readonly<Record<(typeof spellingLanguages)[number], string>> => ({
  en: t('English'),
  de: t('German'),
}))

function LanguageMember(props: MemberProps) {
  const { field, value, onChange } = useMember(props)
  return (
    <Field {...field} {...(value === 'de' && { hint: germanHint() })}>
      {({ id, describedBy, invalid }) => (
        <Select
          {...{ id, describedBy, invalid }}
          value={value}
          options={spellingLanguages.map((language) => ({
            value: language,
            label: languageNames()[language],
          }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function ProblemMember(props: MemberProps) {
  const { field, value, onChange } = useMember(props)
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <Select
          {...{ id, describedBy, invalid }}
          value={value}
          options={fileProblems.map((problem) => ({ value: problem, label: problemNames()[problem] }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

const everywhere = 'all'

function ReferenceMember(props: MemberProps) {
  const { field, value, onChange } = useMember(props)
  const references = props.columns.filter(
    ({ referenceType, traits }) => referenceType !== undefined && traits.writable,
  )
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <Select
          {...{ id, describedBy, invalid }}
          value={value === '' ? everywhere : value}
          options={[
            { value: everywhere, label: t('All of them') },
            ...references.map(({ id: key, name }) => ({ value: key, label: t('The same {name}', { name }) })),
          ]}
          onChange={(next) => onChange(next === everywhere ? '' : next)}
        />
      )}
    </Field>
  )
}

function ConditionsMember({ draft, faults, member, onChange }: MemberProps) {
  const fields = useFilterFields(draft.type)
  return (
    <fieldset className="quality-conditions">
      <legend className="ui-field-label">{memberLooks()[member].label}</legend>
      <FilterBuilder
        type={draft.type}
        fields={fields}
        query={draft.mustMatch}
        whenEmpty={t('Say what must be true, such as: price is greater than 0.')}
        onQueryChange={(mustMatch) => onChange({ mustMatch })}
      />
      {faults[member] !== undefined && (
        <p className="ui-field-error" role="alert">
          {faults[member]}
        </p>
      )}
    </fieldset>
  )
}

const inputs: Readonly<Record<MemberInput, (props: MemberProps) => React.ReactNode>> = {
  text: TextMember,
  number: NumberMember,
  lines: LinesMember,
  formats: FormatsMember,
  language: LanguageMember,
  problem: ProblemMember,
  reference: ReferenceMember,
  conditions: ConditionsMember,
}
