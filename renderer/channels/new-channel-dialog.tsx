import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { ChannelSummary } from '#shared/channels.ts'
import {
  type NewChannel,
  customTemplateKeys,
  customTemplates,
  type CustomTemplateKey,
} from '#shared/custom-channels.ts'
import { channelsKey, completenessKey, createChannel } from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

type Beginning = CustomTemplateKey | `copy of ${string}`

interface NewChannelDialogProps {
  channels: readonly ChannelSummary[]
  onClose: () => void
  onMade: (key: string) => void
}

export function NewChannelDialog({ channels, onClose, onMade }: NewChannelDialogProps) {
  const formId = useId()
  const [name, setName] = useState('')
  const [beginning, setBeginning] = useState<Beginning>('empty')
  const making = useMaking(onMade)
  const template = customTemplateKeys.find((key) => key === beginning)
  const copied = channels.find(({ key }) => beginning === `copy of ${key}`)
  const suggested = template === undefined || template === 'empty' ? '' : customTemplates[template].name
  const chosen = name.trim() === '' ? suggested : name.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    making.mutate({ name: chosen, ...(copied ? { copy_of: copied.key } : { template: template ?? 'empty' }) })
  }
  return (
    <Dialog
      title={t('New channel')}
      description={t('The file of a shop, a marketplace or a partner, with columns of your own.')}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={making.isPending}
            disabled={chosen === ''}
          >
            {t('Create the channel')}
          </Button>
        </>
      }
    >
      <form id={formId} className="new-channel" onSubmit={submit} noValidate>
        <BeginningField channels={channels} value={beginning} onChange={setBeginning} />
        <TextField
          label={t('Name')}
          placeholder={suggested}
          error={making.error?.message.replace(/^[\w.[\]]+: /, '')}
          value={name}
          onChange={(text) => {
            setName(text)
            making.reset()
          }}
        />
      </form>
    </Dialog>
  )
}

interface BeginningFieldProps {
  channels: readonly ChannelSummary[]
  value: Beginning
  onChange: (value: Beginning) => void
}

function BeginningField({ channels, value, onChange }: BeginningFieldProps) {
  const template = customTemplateKeys.find((key) => key === value)
  return (
    <Field
      label={t('Start from')}
      hint={
        template === undefined
          ? t('With its columns and what fills them.')
          : t(customTemplates[template].hint)
      }
    >
      {({ id, describedBy }) => (
        <Select<Beginning>
          {...{ id, describedBy }}
          value={value}
          options={[
            ...customTemplateKeys.map((key) => ({ value: key, label: t(customTemplates[key].name) })),
            ...channels.map(({ key, name }) => ({
              value: `copy of ${key}` as const,
              label: t('A copy of {name}', { name }),
            })),
          ]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function useMaking(onMade: (key: string) => void) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewChannel) => createChannel(workspace.id, body),
    onSuccess: async ({ data, unmapped: { length } }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
      ])
      const open = t(
        'Nothing fills {length, plural, one {# required column} other {# required columns}} yet.',
        { length },
      )
      showSuccess(t('{name} was created', { name: data.name }), {
        description: length === 0 ? t('Every required column is filled.') : open,
      })
      onMade(data.key)
    },
  })
}
