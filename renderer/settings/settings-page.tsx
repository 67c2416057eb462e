import { chooseTheme, useTheme, type Theme } from '../state/theme.ts'
import { Choice } from '../ui/choice.tsx'
import { Button } from '../ui/button.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { goTo } from '../query/use-place.ts'
import { startOf } from '../query/place.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { BackupsLink } from './backups-link.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { SourcesSection } from './sources-section.tsx'
import { WatchedFoldersSection } from './watched-folders-section.tsx'
import { chooseDensity, useDensity, type Density } from '../state/density.ts'
import { NotificationsSection } from './notifications-section.tsx'
import '../ui/page.css'

const themeChoices: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const densityChoices: readonly { value: Density; label: string; hint: string }[] = [
  { value: 'compact', label: 'Compact', hint: 'More rows on the screen' },
  { value: 'normal', label: 'Normal', hint: 'As Vitrine is designed' },
  { value: 'roomy', label: 'Roomy', hint: 'More air, larger targets' },
]

/** How the app looks on this computer, its backups, the folders it watches, what sources may reach, and where scripts reach it. */
export function SettingsPage() {
  const theme = useTheme()
  const density = useDensity()
  const { session } = useWorkspace()
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">Settings</h1>
        <p className="ui-field-hint">How Vitrine looks and works on this computer.</p>
      </header>
      <section className="api-section" aria-label="Look">
        <Choice label="Appearance" value={theme} choices={themeChoices} onChange={chooseTheme} />
        <Choice label="Density" value={density} choices={densityChoices} onChange={chooseDensity} />
      </section>
      {window.desktop === undefined ? <NotificationsSection /> : <DesktopSection desktop={window.desktop} />}
      <BackupsLink />
      <WatchedFoldersSection />
      <SourcesSection />
      <ApiSection baseUrl={`${session.origin}/api/v1`} />
      <About version={session.version} />
    </div>
  )
}

function ApiSection({ baseUrl }: { baseUrl: string }) {
  const { workspace } = useWorkspace()
  return (
    <section className="api-section" aria-labelledby="settings-api">
      <h2 id="settings-api">API</h2>
      <div className="api-copy-line">
        <code>{baseUrl}</code>
        <CopyButton text={baseUrl} label="Copy the address" />
      </div>
      <div>
        <Button onClick={() => goTo(startOf(workspace.id, 'api'))}>Keys and a live example</Button>
      </div>
    </section>
  )
}

function About({ version }: { version: string }) {
  const openDialog = useOpenDialog()
  const { workspace } = useWorkspace()
  return (
    <section className="api-section" aria-labelledby="settings-about">
      <h2 id="settings-about">Vitrine {version}</h2>
      <div className="api-buttons">
        <Button onClick={() => openDialog({ kind: 'shortcuts' })}>Keyboard shortcuts</Button>
        <Button onClick={() => goTo(startOf(workspace.id, 'diagnostics'))}>Diagnostics</Button>
      </div>
    </section>
  )
}
