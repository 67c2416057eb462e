import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { foldText } from '#shared/text.ts'
import { deleteProfile, profilesQuery, saveProfile } from '../api/imports-queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { applyProfile, readAnew, toSettings, type ImportChoices } from './import-choices.ts'
import type { ImportPlan } from './use-import-plan.ts'
import { t } from '../ui/text.ts'

interface ProfileFieldProps {
  choices: ImportChoices
  plan: ImportPlan
  onChoices: (choices: ImportChoices) => void
}

const asProposed = '-'

/** Applies saved settings; renders nothing if none exist for this type. */
export function ProfileField({ choices, plan, onChoices }: ProfileFieldProps) {
  const { api } = useWorkspace()
  const { data: all = [] } = useQuery(profilesQuery(api))
  const profiles = all.filter(({ entity_type: type }) => type === choices.type)
  const profile = profiles.find(({ id }) => id === choices.profileId)
  const remove = useProfileRemoval()
  if (profiles.length === 0) return null
  const take = (id: string): void => {
    const taken = profiles.find((candidate) => candidate.id === id)
    const fresh = readAnew(choices)
    const headers = plan.columns.map(({ header }) => header)
    onChoices(taken === undefined ? fresh : applyProfile(fresh, taken, headers))
  }
  return (
    <Field label={t('Settings')}>
      {({ id }) => (
        <span className="import-profile">
          <Select
            id={id}
            value={profile?.id ?? asProposed}
            options={[
              { value: asProposed, label: t('As proposed') },
              ...profiles.map((known) => ({ value: known.id, label: known.name })),
            ]}
            onChange={take}
          />
          {profile !== undefined && (
            <IconButton
              label={t('Delete the settings {name}', { name: profile.name })}
              onClick={() => remove.mutate(profile.id)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </span>
      )}
    </Field>
  )
}

function useProfileRemoval() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteProfile(api.workspaceId, id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profilesQuery(api).queryKey }),
    onError: (error) => showError(t('The settings could not be deleted'), { description: error.message }),
  })
}

export function SaveProfile({ choices, plan }: Omit<ProfileFieldProps, 'onChoices'>) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const { data: known = [] } = useQuery(profilesQuery(api))
  const same = known.find((profile) => foldText(profile.name) === foldText(name))
  const isOther = same !== undefined && same.entity_type !== choices.type
  const save = useMutation({
    mutationFn: () => {
      const settings = toSettings(choices, plan.columns, plan.mergeKey, plan.preview.creations)
      return saveProfile(api.workspaceId, { name: name.trim(), entity_type: choices.type, settings }, same)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profilesQuery(api).queryKey }),
  })
  return (
    <form
      className="import-save-profile"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !isOther) save.mutate()
      }}
    >
      <TextField
        label={t('Save these settings for the next file')}
        placeholder={t('Name, such as the supplier')}
        value={name}
        maxLength={200}
        hint={save.isSuccess ? t('Saved. Choose {name} next time.', { name: save.data.name }) : undefined}
        error={
          isOther
            ? t('Settings for other entries have this name. Choose another.')
            : (save.error?.message ?? '')
        }
        onChange={(text) => {
          setName(text)
          save.reset()
        }}
      />
      <Button type="submit" busy={save.isPending} disabled={name.trim() === '' || isOther}>
        {same === undefined ? t('Save') : t('Replace')}
      </Button>
    </form>
  )
}
