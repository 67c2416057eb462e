import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { setLanguage, currentLanguage, t, type LanguageTexts, type Messages } from '../ui/text.ts'
import { StoredChoice, useChoice } from './stored-choice.ts'

const files = import.meta.glob<{ messages: Messages; sentences: LanguageTexts['sentences'] }>([
  '../../shared/languages/*.ts',
  '!../../shared/languages/*.test.ts',
])
const loads = new Map(
  Object.entries(files).map(([path, load]) => [/([\w-]+)\.ts$/.exec(path)?.[1] ?? path, load] as const),
)

/** Every language of the app; all but English are files of shared/languages. */
const languages: readonly string[] = ['en', ...loads.keys()]

/** The language of the app; `system` follows the setting of the computer. */
export const languageChoice = new StoredChoice({
  key: 'vitrine.language',
  values: ['system', ...languages],
  start: 'system',
  show: (choice) => void showLanguage(choice),
})

export async function beginLanguage(): Promise<void> {
  await showLanguage(languageChoice.read())
  languageChoice.begin()
}

const listeners = new Set<() => void>()

export function useLanguage(): string {
  return useSyncExternalStore(follow, currentLanguage)
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let chosenIn: string | undefined

interface LanguageChoice {
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/**
 * The languages by their own names. The app restarts in the chosen one; `place` then gets the focus back,
 * if the language was chosen there.
 */
export function useLanguageChoice(place: string, findFocus: () => HTMLElement | null): LanguageChoice {
  const value = useChoice(languageChoice)
  const giveBack = useEffectEvent(() => findFocus()?.focus())
  useEffect(() => {
    if (chosenIn !== place) return
    chosenIn = undefined
    giveBack()
  }, [place])
  return {
    value,
    choices: [
      { value: 'system', label: t('Like the system') },
      ...languages.map((language) => ({ value: language, label: nameOf(language) })),
    ],
    onChange: (choice) => {
      chosenIn = place
      languageChoice.choose(choice)
    },
  }
}

function nameOf(language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
}

async function showLanguage(choice: string): Promise<void> {
  const language = choice === 'system' ? ofSystem() : choice
  const loaded = await loads.get(language)?.()
  // Another language may have been chosen while this one was loading.
  if (languageChoice.read() !== choice) return
  if (language === currentLanguage()) chosenIn = undefined
  setLanguage({
    language,
    locale: localeOf(language),
    messages: loaded?.messages ?? {},
    sentences: loaded?.sentences,
  })
  document.documentElement.lang = language
  for (const listener of listeners) listener()
  void window.desktop?.followLanguage(language)
}

const baseOf = (locale: string): string => locale.split('-')[0] ?? locale

function ofSystem(): string {
  return navigator.languages.map(baseOf).find((language) => languages.includes(language)) ?? 'en'
}

/** Returns the computer's variant of this language, such as Austrian German. */
function localeOf(language: string): string {
  return navigator.languages.find((locale) => baseOf(locale) === language) ?? language
}
