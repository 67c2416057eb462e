import { useQuery } from '@tanstack/react-query'
import { ownerSettingsQuery, useChangeOwnerSettings } from '../api/owner-settings-queries.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { backupRules, choicesOf } from './backup-texts.ts'

/** How often workspaces are backed up and how many of the backups are kept. */
export function BackupRules() {
  const { data } = useQuery(ownerSettingsQuery)
  const change = useChangeOwnerSettings()
  if (data === undefined) return null
  return (
    <section className="api-section" aria-labelledby="backups-rules">
      <h2 id="backups-rules">Schedule</h2>
      <div className="backups-rules">
        {backupRules.map((rule) => (
          <Field key={rule.key} label={rule.label}>
            {({ id }) => (
              <Select
                id={id}
                value={String(data[rule.key])}
                options={choicesOf(rule, data[rule.key])}
                onChange={(value) => change({ [rule.key]: Number(value) })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="ui-field-hint">
        For all workspaces, while they are open. What you make by hand, and what was made before an update of
        the file, stays until you remove it.
      </p>
    </section>
  )
}
