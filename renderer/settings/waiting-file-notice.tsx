import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportProfile } from '#shared/imports.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import { profilesQuery, saveProfile } from '../api/imports-queries.ts'
import { watchedFoldersKey } from '../api/watched-folders-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { showError } from '../ui/toast.tsx'
import { readingTexts } from '../ui/reading-texts.ts'
import { t } from '../ui/text.ts'

type Question = WaitingFile['questions'][number]
type Answers = Readonly<Partial<Record<Question['setting'], Question['answers'][number]>>>

/** A file that can be read in two ways is answered here: its settings keep the answer for the next ones, and it goes on by itself. */
export function WaitingFileNotice({ file, profileId }: { file: WaitingFile; profileId: string }) {
  const { api } = useWorkspace()
  const { data: profiles = [] } = useQuery(profilesQuery(api))
  const profile = profiles.find(({ id }) => id === profileId)
  const [answers, setAnswers] = useState<Answers>({})
  const answer = useAnswer(file.file)
  const isWhole = file.questions.every(({ setting }) => answers[setting] !== undefined)
  return (
    <Notice tone="warning" title={t('{file} waits for an answer', { file: file.file })}>
      {file.questions.map(({ setting, sentence, answers: values }) => (
        <Choice
          key={setting}
          label={sentence}
          value={answers[setting]}
          choices={values.map((value) => ({ value, label: readingTexts()[value] }))}
          onChange={(value) => setAnswers({ ...answers, [setting]: value })}
        />
      ))}
      {profile !== undefined && (
        <>
          <p>
            {t('The answer is kept in the settings “{name}”, for the files to come too.', {
              name: profile.name,
            })}
          </p>
          <Button
            disabled={!isWhole}
            busy={answer.isPending}
            onClick={() => answer.mutate({ profile, answers })}
          >
            {t('Import it so')}
          </Button>
        </>
      )}
    </Notice>
  )
}

function useAnswer(file: string) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ profile, answers }: { profile: ImportProfile; answers: Answers }) => {
      const { name, entity_type, settings } = profile
      return saveProfile(
        workspace.id,
        { name, entity_type, settings: withAnswers(settings, answers) },
        profile,
      )
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: profilesQuery(api).queryKey }),
        queryClient.invalidateQueries({ queryKey: watchedFoldersKey(workspace.id) }),
      ]),
    onError: (error) =>
      showError(t('The answer for {file} was not saved', { file }), { description: error.message }),
  })
}

function withAnswers(settings: ImportProfile['settings'], answers: Answers): ImportProfile['settings'] {
  return Object.assign({}, settings, answers)
}
