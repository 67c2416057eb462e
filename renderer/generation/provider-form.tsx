import { useId, type ComponentProps } from 'react'
import {
  defaultBaseUrls,
  providerKinds,
  type Prices,
  type Provider,
  type ProviderKind,
} from '#shared/providers.ts'
import { Field, Checkbox, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import {
  kindTexts,
  leavesKey,
  withKind,
  type DraftFaults,
  type DraftField,
  type ProviderDraft,
} from './provider-draft.ts'
import './providers.css'
import { t } from '../ui/text.ts'

interface ProviderFormProps {
  readonly draft: ProviderDraft
  readonly faults: DraftFaults
  readonly provider?: Provider
  readonly models?: readonly string[]
  readonly onChange: (draft: ProviderDraft) => void
}

export function ProviderForm(props: ProviderFormProps) {
  const { draft, faults, provider, onChange } = props
  const modelsId = useId()
  return (
    <>
      {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
      <div className="provider-fields">
        <DraftText {...props} field="name" label={t('Name')} maxLength={100} />
        {provider !== undefined && (
          <KindField
            kind={draft.kind}
            error={faults.kind}
            onChange={(kind) => onChange(withKind(draft, kind))}
          />
        )}
      </div>
      <DraftText
        {...props}
        field="address"
        label={t('Address')}
        placeholder={defaultBaseUrls[draft.kind] ?? 'http://127.0.0.1:11434/v1'}
      />
      <KeyField {...props} />
      <DraftText
        {...props}
        field="text"
        label={t('Model for texts')}
        placeholder={t('None')}
        hint={
          provider === undefined
            ? t('You can leave this empty and choose from its list afterwards.')
            : undefined
        }
        list={modelsId}
      />
      <datalist id={modelsId}>
        {props.models?.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <MoreFields {...props} modelsId={modelsId} />
    </>
  )
}

type DraftTextProps = ProviderFormProps &
  Pick<
    ComponentProps<typeof TextField>,
    'label' | 'placeholder' | 'hint' | 'list' | 'inputMode' | 'maxLength'
  > & {
    readonly field: Exclude<DraftField, 'kind' | 'isKeyDropped'>
  }

function DraftText({ draft, faults, onChange, field, label, ...rest }: DraftTextProps) {
  const { placeholder, hint, list, inputMode, maxLength } = rest
  return (
    <TextField
      {...{ label, placeholder, hint, list, inputMode, maxLength }}
      value={draft[field]}
      error={faults[field]}
      onChange={(text) => onChange({ ...draft, [field]: text })}
    />
  )
}

interface KindFieldProps {
  readonly kind: ProviderKind
  readonly error: string | undefined
  readonly onChange: (kind: ProviderKind) => void
}

function KindField({ kind, error, onChange }: KindFieldProps) {
  return (
    <Field label={t('Kind')} error={error}>
      {({ id, describedBy, invalid }) => (
        <Select
          {...{ id, describedBy, invalid, onChange }}
          value={kind}
          options={providerKinds.map((value) => ({ value, label: kindTexts()[value] }))}
        />
      )}
    </Field>
  )
}

/** The key is never shown again; a change of the server removes it. */
function KeyField({ draft, faults, provider, onChange }: ProviderFormProps) {
  const isLeft = provider !== undefined && leavesKey(draft, provider)
  const keepsKey = provider?.has_key === true && !isLeft
  const isEmpty = draft.key.trim() === ''
  return (
    <>
      <TextField
        label={t('Key')}
        type="password"
        autoComplete="new-password"
        placeholder={keepsKey ? t('Stored') : t('None')}
        hint={describeKeyHint(draft, keepsKey)}
        value={draft.key}
        error={faults.key}
        onChange={(key) => onChange({ ...draft, key })}
      />
      {isLeft && isEmpty && (
        <Notice tone="warning">
          {t(
            'Saving deletes the stored key, because it was entered for another server. Enter the key of the new one, if it needs one.',
          )}
        </Notice>
      )}
      {keepsKey && isEmpty && (
        <Checkbox
          label={t('Delete the stored key')}
          checked={draft.isKeyDropped}
          onChange={(isKeyDropped) => onChange({ ...draft, isKeyDropped })}
        />
      )}
    </>
  )
}

function describeKeyHint({ kind }: ProviderDraft, isStored: boolean): string {
  if (isStored) return t('A key is stored and never shown. Leave this empty to keep it, or enter a new one.')
  if (kind === 'openai_compatible') return t('Local servers rarely need one. It is never shown again.')
  return t('It is stored outside of your workspaces and never shown again.')
}

function MoreFields(props: ProviderFormProps & { readonly modelsId: string }) {
  const { faults, modelsId } = props
  const isOpen = moreFields.some((field) => faults[field] !== undefined)
  return (
    <details className="provider-more" open={isOpen || undefined}>
      <summary>{t('Pictures, videos, prices and limits')}</summary>
      <div className="provider-fields">
        <DraftText
          {...props}
          field="image"
          label={t('Model for pictures')}
          placeholder={t('None')}
          list={modelsId}
        />
        <DraftText
          {...props}
          field="video"
          label={t('Model for videos')}
          placeholder={t('None')}
          list={modelsId}
        />
        <DraftText
          {...props}
          field="embedding"
          label={t('Model for embeddings')}
          hint={t('Finds values of the same meaning, under Quality › Clusters.')}
          placeholder={t('None')}
          list={modelsId}
        />
      </div>
      <PriceFields {...props} />
      <div className="provider-fields">
        <DraftText {...props} field="concurrency" label={t('Simultaneous requests')} inputMode="numeric" />
        <DraftText
          {...props}
          field="perMinute"
          label={t('Requests per minute')}
          placeholder={t('No limit')}
          inputMode="numeric"
        />
      </div>
    </details>
  )
}

function PriceFields(props: ProviderFormProps) {
  const { provider } = props
  const known = (unit: keyof Prices) => ({
    placeholder: String(provider?.price?.[unit] ?? t('Not known')),
    inputMode: 'decimal' as const,
  })
  return (
    <fieldset className="provider-prices">
      <legend>{t('Prices in US dollars')}</legend>
      <div className="provider-fields">
        <DraftText {...props} field="input" label={t('Per million tokens in')} {...known('input')} />
        <DraftText {...props} field="output" label={t('Per million tokens out')} {...known('output')} />
        <DraftText {...props} field="perPicture" label={t('Per picture')} {...known('image')} />
        <DraftText {...props} field="perSecond" label={t('Per second of video')} {...known('video')} />
      </div>
      <p className="ui-field-hint">
        {t(
          'They count for all its models, instead of the prices that Vitrine knows. Leave all four empty to go by those.',
        )}
      </p>
    </fieldset>
  )
}

const moreFields = [
  'image',
  'video',
  'input',
  'output',
  'perPicture',
  'perSecond',
  'concurrency',
  'perMinute',
] as const satisfies readonly DraftField[]
