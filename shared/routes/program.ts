import { Type } from 'typebox'
import { nullable } from '../schemas/paging.ts'
import {
  SessionInfo,
  AllSettings,
  OwnerSettingsPatch,
  Diagnostics,
  LogExport,
} from '../schemas/app-surface.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleWorkspace } from './examples.ts'

const exampleSettings = {
  allow_private_sources: false,
  backup_every_hours: 4,
  backup_keep_last: 10,
  backup_keep_days: 14,
  backup_keep_weeks: 8,
}

const exampleDiagnostics = {
  version: '0.2.0',
  node: '24.21.0',
  electron: null,
  platform: 'linux 6.18.0 x64',
  file_format: 11,
  started_at: '2026-01-05T10:00:00.000Z',
  memory_bytes: 146_800_640,
  origin: 'http://127.0.0.1:4417',
  data_folder: '/home/ann/.local/share/vitrine',
  free_bytes: 52_428_800_000,
  workspaces: [{ ...exampleWorkspace, bytes: 4_194_304, journal_bytes: 0, is_open: true, last_check: null }],
  log: [],
}

export const programRoutes = {
  'GET /session': {
    id: 'getSession',
    role: 'anyone',
    summary: 'Read the session',
    answers: { 200: dataOf(SessionInfo) },
    docs: () => ({
      answers: {
        200: [
          'What the server says of itself.',
          {
            data: {
              version: '0.2.0',
              origin: 'http://127.0.0.1:4417',
              workspaces: [exampleWorkspace],
              person: null,
              is_replicated: false,
            },
          },
        ],
      },
    }),
  },
  'POST /session/tickets': {
    id: 'issueTicket',
    role: 'anyone',
    summary: 'Make a link by which a browser enters the app once',
    audit: 'by itself',
    answers: { 200: dataOf(Type.Object({ ticket: nullable(Type.String()) })) },
    docs: () => ({
      description:
        'A browser opens `/session?ticket=…`, and `&to=/?view=products` for a page. The server of a team has none: there people sign in.',
      answers: { 200: ['A ticket, which opens the session once.', { data: { ticket: 'kq3…' } }] },
    }),
  },
  'GET /diagnostics': {
    id: 'readDiagnostics',
    role: 'administrator',
    summary: 'Read the state of the program',
    answers: { 200: dataOf(Diagnostics) },
    docs: () => ({
      answers: {
        200: ['The program, its files and the last lines of its log.', { data: exampleDiagnostics }],
      },
    }),
  },
  'GET /diagnostics/log': {
    id: 'exportLog',
    audit: { action: 'log_downloaded' },
    role: 'administrator',
    summary: 'Export the log',
    answers: { 200: dataOf(LogExport) },
    docs: () => ({
      answers: {
        200: [
          'What is logged and kept, without credentials.',
          { data: { name: 'vitrine-log-2026-01-05.txt', text: 'Vitrine 0.2.0' } },
        ],
      },
    }),
  },
  'GET /settings': {
    id: 'getSettings',
    role: 'anyone',
    summary: 'Read the settings',
    answers: { 200: dataOf(AllSettings) },
    docs: () => ({ answers: { 200: ['The settings.', { data: exampleSettings }] } }),
  },
  'PATCH /settings': {
    id: 'changeSettings',
    audit: { action: 'settings_changed', details: { fields: 'body' } },
    role: 'anyone',
    summary: 'Change settings',
    body: OwnerSettingsPatch,
    answers: { 200: dataOf(AllSettings) },
    docs: () => ({
      description:
        'Settings that are not named stay as they are. `keys_may_spend`, `daily_budget` and `keys_may_merge` are of the workspace that the header `Vitrine-Workspace` names.',
      body: {
        examples: { allow: { allow_private_sources: true }, daily: { backup_every_hours: 24 } },
      },
      answers: { 200: ['The settings.', { data: exampleSettings }] },
    }),
  },
} satisfies AppRouteTable
