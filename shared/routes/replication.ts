import { nullable } from '../schemas/nullable.ts'
import { Replication } from '../schemas/replication.ts'
import { dataOf } from './answers.ts'
import { exampleWorkspace } from './examples.ts'
import type { AppRouteTable } from './route.ts'

const exampleReplication = {
  to: 'sftp://vitrine@backup.example:22/replica',
  is_running: true,
  litestream: '0.3.13',
  restarts: 0,
  kept_days: 7,
  lag_seconds: 0,
  alarm: null,
  fault: null,
  databases: [
    {
      workspace_id: exampleWorkspace.id,
      name: exampleWorkspace.name,
      state: 'current',
      position: '78a6b5269f8a32c5/00000003:82464',
      replicated_at: '2026-01-05T10:00:00.000Z',
      lag_seconds: 0,
      fault: null,
    },
  ],
}

/** The replica that `serve --replicate` keeps. */
export const replicationRoutes = {
  'GET /replication': {
    id: 'readReplication',
    role: 'administrator',
    summary: 'Read how far the replica has come',
    answers: { 200: dataOf(nullable(Replication)) },
    docs: () => ({
      description:
        'Null where the server was started without `--replicate`. An alarm is set where something has been saved for more than a minute without being in the replica.',
      answers: {
        200: ['The replica and each of its databases.', { data: exampleReplication }],
      },
    }),
  },
} satisfies AppRouteTable
