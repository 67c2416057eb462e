import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DesktopBridge, DesktopSettings } from '#shared/desktop-bridge.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { showError } from '../ui/toast.tsx'

const choices: readonly { key: keyof DesktopSettings; label: string; hint: string }[] = [
  {
    key: 'keepServing',
    label: 'Keep serving when all windows are closed',
    hint: 'Scripts and agents reach the catalog; an icon in the tray shows that Vitrine runs.',
  },
  {
    key: 'startAtLogin',
    label: 'Start when I log in',
    hint: 'With the choice above it starts without a window.',
  },
  {
    key: 'notifyOfJobs',
    label: 'Tell me when a long job has ended',
    hint: 'As a notification of the system, while no window of Vitrine is in front.',
  },
]

const settingsKey = ['desktop-settings'] as const

/** What concerns the app on this computer; there is no such section in a browser. */
export function DesktopSection({ desktop }: { desktop: DesktopBridge }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ queryKey: settingsKey, queryFn: () => desktop.readSettings() })
  const change = async (part: Partial<DesktopSettings>): Promise<void> => {
    try {
      queryClient.setQueryData(settingsKey, await desktop.changeSettings(part))
    } catch (error) {
      showError('The setting could not be changed', { description: String(error) })
    }
  }
  return (
    <section className="api-section" aria-labelledby="settings-desktop">
      <h2 id="settings-desktop">On this computer</h2>
      {choices.map(({ key, label, hint }) => (
        <Checkbox
          key={key}
          label={label}
          hint={hint}
          checked={data?.[key] ?? false}
          disabled={data === undefined}
          onChange={(checked) => void change({ [key]: checked })}
        />
      ))}
    </section>
  )
}
