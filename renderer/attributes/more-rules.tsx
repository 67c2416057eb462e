import { dataTypeTraits, inheritanceModes, rollupModes } from '#shared/attributes.ts'
import { channelKeys, type ChannelKey } from '#shared/channels.ts'
import { documentUses, type DocumentUse } from '#shared/files.ts'
import { Field, Checkbox, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { AttributeEdit, EditFaults, InheritanceMode, RollupMode } from './attribute-edit.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

interface MoreRulesProps {
  readonly edit: AttributeEdit
  readonly faults: EditFaults
  readonly isProduct: boolean
  readonly nameOfChannel: (key: string) => string
  readonly onChange: (part: Partial<AttributeEdit>) => void
}

export function MoreRules(props: MoreRulesProps) {
  const { edit, faults, onChange } = props
  const { isFreeText, media, shape } = dataTypeTraits[edit.dataType]
  return (
    <>
      {isFreeText && <TextLimits {...props} />}
      {(edit.kind === 'file' || media === 'video') && <DocumentField {...props} />}
      {(shape === 'reference_list' || edit.kind === 'file') && (
        <TextField
          label={t('Maximum entries')}
          inputMode="numeric"
          placeholder={edit.kind === 'file' ? t('one file') : t('any')}
          value={edit.maxItems}
          error={faults.maxItems}
          onChange={(maxItems) => onChange({ maxItems })}
        />
      )}
      {shape === 'scalar' && (
        <TextField
          label={t('Default value')}
          hint={t('What a new entry gets if nothing is entered.')}
          value={edit.defaultValue}
          error={faults.defaultValue}
          onChange={(defaultValue) => onChange({ defaultValue })}
        />
      )}
      <Belonging {...props} />
    </>
  )
}

const documentNames = cachedByLanguage((): Readonly<Record<DocumentUse | '', string>> => ({
  '': t('Nothing in particular'),
  manual: t('Manual'),
  certificate: t('Certificate'),
  safety_data_sheet: t('Safety data sheet'),
  declaration_of_conformity: t('Declaration of conformity'),
  energy_label: t('Energy label'),
  drawing: t('Drawing'),
  other: t('Another document'),
}))

function DocumentField({ edit, faults, onChange }: MoreRulesProps) {
  return (
    <Field label={t('What it is for')} error={faults.document}>
      {({ id, describedBy, invalid }) => (
        <Select
          {...{ id, describedBy, invalid }}
          value={edit.document}
          options={(['', ...documentUses] as const).map((value) => ({
            value,
            label: documentNames()[value],
          }))}
          onChange={(document) => onChange({ document })}
        />
      )}
    </Field>
  )
}

function TextLimits({ edit, faults, onChange }: MoreRulesProps) {
  const isShort = dataTypeTraits[edit.dataType].layout === 'line' && edit.kind === undefined
  return (
    <>
      <div className="number-limits">
        <TextField
          label={t('Minimum characters')}
          inputMode="numeric"
          placeholder={t('any')}
          value={edit.minLength}
          error={faults.minLength}
          onChange={(minLength) => onChange({ minLength })}
        />
        <TextField
          label={t('Maximum characters')}
          inputMode="numeric"
          placeholder={t('any')}
          value={edit.maxLength}
          error={faults.maxLength}
          onChange={(maxLength) => onChange({ maxLength })}
        />
      </div>
      <Checkbox
        label={t('Sort numbers in it by their size: Item 2 before Item 10')}
        hint={faults.isNatural}
        checked={edit.isNatural}
        onChange={(isNatural) => onChange({ isNatural })}
      />
      {isShort && (
        <>
          <TextField
            label={t('Pattern')}
            hint={t('A regular expression that the whole text must match, such as [A-Z]{2}-[0-9]+.')}
            value={edit.pattern}
            error={faults.pattern}
            onChange={(pattern) => onChange({ pattern })}
          />
          <Checkbox
            label={t('A GTIN (EAN, UPC) whose check digit must be right')}
            hint={faults.isGtin}
            checked={edit.isGtin}
            onChange={(isGtin) => onChange({ isGtin })}
          />
        </>
      )}
    </>
  )
}

const inheritanceTexts = cachedByLanguage((): Readonly<Record<InheritanceMode, string>> => ({
  off: t('Nothing: each product has its own value'),
  inherit_from_parent: t('Variants take the value of their product'),
  rollup_from_children: t('Products show the values of their variants'),
}))

const rollupTexts = cachedByLanguage((): Readonly<Record<RollupMode, string>> => ({
  unique: t('Each value once'),
  all: t('All values'),
}))

function Belonging({ edit, faults, isProduct, nameOfChannel, onChange }: MoreRulesProps) {
  return (
    <>
      <Field
        label={t('Channel')}
        error={faults.channel}
        hint={t('Set this if the attribute serves one channel only.')}
      >
        {({ id, describedBy, invalid }) => (
          <Select<ChannelKey | 'none'>
            {...{ id, describedBy, invalid }}
            value={edit.channel === '' ? 'none' : edit.channel}
            options={[
              { value: 'none', label: t('No channel') },
              ...channelKeys.map((key) => ({ value: key, label: nameOfChannel(key) })),
            ]}
            onChange={(channel) => onChange({ channel: channel === 'none' ? '' : channel })}
          />
        )}
      </Field>
      {isProduct && (
        <Field label={t('Inheritance')} error={faults.inheritance}>
          {({ id, describedBy, invalid }) => (
            <Select<InheritanceMode>
              {...{ id, describedBy, invalid }}
              value={edit.inheritance}
              options={inheritanceModes.map((mode) => ({ value: mode, label: inheritanceTexts()[mode] }))}
              onChange={(inheritance) => onChange({ inheritance })}
            />
          )}
        </Field>
      )}
      {isProduct && edit.inheritance === 'rollup_from_children' && (
        <Field label={t('What a product shows')} error={faults.rollup}>
          {({ id, describedBy, invalid }) => (
            <Select<RollupMode>
              {...{ id, describedBy, invalid }}
              value={edit.rollup}
              options={rollupModes.map((mode) => ({ value: mode, label: rollupTexts()[mode] }))}
              onChange={(rollup) => onChange({ rollup })}
            />
          )}
        </Field>
      )}
    </>
  )
}
