import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DesktopBridge, DesktopSettings } from '#shared/desktop-bridge.ts'
import { useEffect, useRef, useState } from 'react'
import { density, theme, themeTexts, type Density } from '../state/appearance.ts'
import { homePage } from '../state/first-page.ts'
import { useLanguageChoice } from '../state/language.ts'
import { useChoice } from '../state/stored-choice.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { goTo, createLocation, usePageParams } from '../query/location.ts'
import { readSettingsParams } from './feature.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { LinkedLibrariesSection } from './linked-libraries-section.tsx'
import { RecipesSection } from './recipes-section.tsx'
import { backupsQuery, ownerSettingsQuery, useChangeOwnerSettings } from '../api/workspace-file-queries.ts'
import { formatAgo } from '../ui/format-count.ts'
import { Checkbox, Choice } from '../ui/field.tsx'
import { t, cachedByLanguage } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { chooseNotifying, isNotifying } from '../jobs/job-notifications.ts'
import '../ui/page.css'
import { useMay, Allowed } from '../state/rights.tsx'

const densityChoices = cachedByLanguage((): readonly { value: Density; label: string; hint: string }[] => [
  { value: 'compact', label: t('Compact'), hint: t('More rows on the screen') },
  { value: 'normal', label: t('Normal'), hint: t('The default') },
  { value: 'roomy', label: t('Roomy'), hint: t('More air, larger targets') },
])

export function SettingsPage() {
  const chosenTheme = useChoice(theme)
  const chosenDensity = useChoice(density)
  const languages = useRef<HTMLDivElement>(null)
  const language = useLanguageChoice('settings', () => checkedIn(languages.current))
  const { session } = useWorkspace()
  useShownSection()
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Settings')}</h1>
        <p className="ui-field-hint">{t('How Vitrine looks and works on this computer.')}</p>
      </header>
      <section className="api-section" id="settings-look" aria-label={t('Look')}>
        <Choice label={t('Appearance')} value={chosenTheme} choices={themeTexts()} onChange={theme.choose} />
        <Choice
          label={t('Density')}
          value={chosenDensity}
          choices={densityChoices()}
          onChange={density.choose}
        />
        <div ref={languages}>
          <Choice label={t('Language')} {...language} />
        </div>
        <Checkbox
          label={t('Show Home')}
          hint={t(
            'The first page of a workspace: what waits and what has changed. Without it Products opens.',
          )}
          checked={useChoice(homePage) === 'shown'}
          onChange={(isShown) => homePage.choose(isShown ? 'shown' : 'hidden')}
        />
      </section>
      {window.desktop === undefined ? <NotificationsSection /> : <DesktopSection desktop={window.desktop} />}
      <BackupsLink />
      <Allowed to="watching">
        <WatchedFoldersLink />
        <LinkedLibrariesSection />
      </Allowed>
      <RecipesSection />
      <SourcesSection />
      <ApiSection baseUrl={`${session.origin}/api/v1`} />
      <About version={session.version} />
    </div>
  )
}

/** Brings the section of the address into view. */
function useShownSection(): void {
  const [{ section }] = usePageParams(readSettingsParams)
  useEffect(() => {
    if (section !== undefined)
      document.getElementById(`settings-${section}`)?.scrollIntoView({ block: 'start' })
  }, [section])
}

function checkedIn(choices: HTMLElement | null): HTMLElement | null {
  return choices?.querySelector<HTMLElement>('input:checked') ?? null
}

function ApiSection({ baseUrl }: { baseUrl: string }) {
  const { workspace } = useWorkspace()
  return (
    <section className="api-section" aria-labelledby="settings-api">
      <h2 id="settings-api">{t('API')}</h2>
      <div className="api-copy-line">
        <code>{baseUrl}</code>
        <CopyButton text={baseUrl} label={t('Copy the address')} />
      </div>
      <div>
        <Button onClick={() => goTo(createLocation(workspace.id, 'api'))}>
          {t('Keys and a live example')}
        </Button>
      </div>
    </section>
  )
}

function About({ version }: { version: string }) {
  const openDialog = useOpenDialog()
  const { workspace } = useWorkspace()
  return (
    <section className="api-section" aria-labelledby="settings-about">
      <h2 id="settings-about">{t('Vitrine {version}', { version })}</h2>
      <div className="api-buttons">
        <Button onClick={() => openDialog({ kind: 'shortcuts' })}>{t('Keyboard shortcuts')}</Button>
        <Allowed to="diagnostics">
          <Button onClick={() => goTo(createLocation(workspace.id, 'diagnostics'))}>
            {t('Diagnostics')}
          </Button>
        </Allowed>
      </div>
    </section>
  )
}

function WatchedFoldersLink() {
  const { workspace } = useWorkspace()
  return (
    <section className="api-section" aria-labelledby="settings-watched">
      <h2 id="settings-watched">{t('Watched folders')}</h2>
      <p>{t('A watched folder is a feed. It stands with the others on the page “Connections”.')}</p>
      <div className="api-buttons">
        <Button onClick={() => goTo(createLocation(workspace.id, 'connections'))}>
          {t('Watched folders and other feeds')}
        </Button>
      </div>
    </section>
  )
}

function BackupsLink() {
  const may = useMay()
  const { workspace, session } = useWorkspace()
  const { data } = useQuery({ ...backupsQuery(workspace.id), enabled: may('backups') })
  const [newest] = data?.data ?? []
  if (!may('backups') && !may('replica')) return null
  return (
    <section className="api-section" aria-labelledby="settings-backups">
      <h2 id="settings-backups">{t('Backups')}</h2>
      {data !== undefined && (
        <p>
          {newest === undefined
            ? t('“{name}” has no backup yet.', { name: workspace.name })
            : t('“{name}” was last backed up {created_at}.', {
                name: workspace.name,
                created_at: formatAgo(newest.created_at),
              })}
        </p>
      )}
      <div className="api-buttons">
        <Allowed to="backups">
          <Button onClick={() => goTo(createLocation(workspace.id, 'backups'))}>
            {t('Backups and their schedule')}
          </Button>
        </Allowed>
        {session.is_replicated && may('replica') && (
          <Button onClick={() => goTo(createLocation(workspace.id, 'replica'))}>{t('Replica')}</Button>
        )}
      </div>
    </section>
  )
}

interface SettingChoice {
  readonly key: keyof DesktopSettings
  readonly label: string
  readonly hint: string
}

/** Nothing where this installation looks for no versions. */
function updateChoices(host: string | null): readonly SettingChoice[] {
  if (host === null) return []
  return [
    {
      key: 'lookForUpdates',
      label: t('Look for new versions once a day'),
      hint: t(
        'It asks {host}, and sends nothing about you or your catalogs. Nothing is downloaded before you say so.',
        { host },
      ),
    },
  ]
}

const choices = cachedByLanguage((): readonly SettingChoice[] => [
  {
    key: 'keepServing',
    label: t('Keep serving when all windows are closed'),
    hint: t('Scripts and agents reach the catalog; an icon in the tray shows that Vitrine runs.'),
  },
  {
    key: 'startAtLogin',
    label: t('Start when I log in'),
    hint: t('With the choice above it starts without a window.'),
  },
  {
    key: 'notifyOfJobs',
    label: t('Notify me when a long job has finished'),
    hint: t('As a notification of the system, while no window of Vitrine is in front.'),
  },
])

const settingsKey = ['desktop-settings'] as const
const updateHostKey = ['desktop-update-host'] as const

function DesktopSection({ desktop }: { desktop: DesktopBridge }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ queryKey: settingsKey, queryFn: () => desktop.readSettings() })
  const { data: host } = useQuery({ queryKey: updateHostKey, queryFn: () => desktop.readUpdateHost() })
  const change = async (part: Partial<DesktopSettings>): Promise<void> => {
    try {
      queryClient.setQueryData(settingsKey, await desktop.changeSettings(part))
    } catch (error) {
      showError(t('The setting could not be changed'), { description: String(error) })
    }
  }
  return (
    <section className="api-section" aria-labelledby="settings-desktop">
      <h2 id="settings-desktop">{t('On this computer')}</h2>
      {[...choices(), ...updateChoices(host ?? null)].map(({ key, label, hint }) => (
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

function NotificationsSection() {
  const [isOn, setOn] = useState(isNotifying)
  const change = async (isTurnedOn: boolean): Promise<void> => {
    const isNow = await chooseNotifying(isTurnedOn)
    setOn(isNow)
    if (isTurnedOn && !isNow)
      showError(t('The browser does not allow notifications'), {
        description: t('Allow them for this address in the settings of the browser and try again.'),
      })
  }
  return (
    <section className="api-section" aria-labelledby="settings-jobs">
      <h2 id="settings-jobs">{t('When jobs end')}</h2>
      <Checkbox
        label={t('Notify me when a long job has finished')}
        hint={t(
          'As a notification of this browser, after jobs of more than 30 seconds and while this page is hidden.',
        )}
        checked={isOn}
        onChange={(isTurnedOn) => void change(isTurnedOn)}
      />
    </section>
  )
}

function SourcesSection() {
  const { data } = useQuery(ownerSettingsQuery)
  const change = useChangeOwnerSettings()
  return (
    <section className="api-section" aria-labelledby="settings-sources">
      <h2 id="settings-sources">{t('Sources')}</h2>
      <Checkbox
        label={t('Sources may be fetched from this computer and its network')}
        hint={t(
          'Every script and agent that may add sources can then read pages that only this network reaches, such as those of a router.',
        )}
        checked={data?.allow_private_sources ?? false}
        disabled={data === undefined}
        onChange={(isAllowed) => change({ allow_private_sources: isAllowed })}
      />
    </section>
  )
}
