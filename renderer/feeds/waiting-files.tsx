import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportProfile } from '#shared/imports.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import { feedsKey, feedsQuery } from '../api/feed-queries.ts'
import { profilesQuery, saveProfile } from '../api/imports-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { answerLabel, t, tMessage } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'

/** Files of watched folders that can be read in two ways, each with its questions. */
export function WaitingFiles() {
  const { api } = useWorkspace()
  const { data: feeds = [] } = useQuery(feedsQuery(api))
  return feeds.flatMap((feed) =>
    (feed.waiting ?? []).map((file) => (
      <WaitingFileNotice key={`${feed.id} ${file.file}`} file={file} feed={feed} />
    )),
  )
}

type Question = WaitingFile['questions'][number]
type Answers = Readonly<Partial<Record<Question['setting'], Question['answers'][number]>>>

/** The profile stores the answer, and the file is imported by itself. */
function WaitingFileNotice({ file, feed }: { file: WaitingFile; feed: Feed }) {
  const { api } = useWorkspace()
  const { data: profiles = [] } = useQuery(profilesQuery(api))
  const profile = profiles.find(({ id }) => id === feed.profile)
  const [answers, setAnswers] = useState<Answers>({})
  const answer = useAnswer(file.file)
  const isWhole = file.questions.every(({ setting }) => answers[setting] !== undefined)
  return (
    <Notice
      tone="warning"
      title={t('{file} of {feed} waits for an answer', { file: file.file, feed: feed.name })}
    >
      <div className="waiting-file">
        {file.questions.map((question) => (
          <Choice
            key={question.setting}
            label={tMessage(question.sentence, question)}
            value={answers[question.setting]}
            choices={question.answers.map((value) => ({
              value,
              label: answerLabel(question.setting, value),
            }))}
            onChange={(value) => setAnswers({ ...answers, [question.setting]: value })}
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
      </div>
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
        queryClient.invalidateQueries({ queryKey: feedsKey(workspace.id) }),
      ]),
    onError: (error) =>
      showError(t('The answer for {file} was not saved', { file }), { description: error.message }),
  })
}

function withAnswers(settings: ImportProfile['settings'], answers: Answers): ImportProfile['settings'] {
  return Object.assign({}, settings, answers)
}
