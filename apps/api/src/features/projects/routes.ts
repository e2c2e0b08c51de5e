import {
  createProjectBody,
  listProjectsQuery,
  project,
  projectSummaries,
  projectSummary,
  removedProject,
  revokedKey,
  scheduledDeletion,
  updateProjectBody,
} from '@throughline/contracts/project'
import { accountRoute, route } from '../../http/route.js'
import { createProject, listProjects } from './all-projects.js'
import { deleteProject, removeSample, restoreProject } from './delete-project.js'
import { revokeKey, rotateKey } from './project-keys.js'
import { getProject } from './read-project.js'
import { settingsErrors, updateProject } from './update-project.js'

export const projectRoutes = [
  route({
    method: 'get',
    path: '/api/project',
    summary: 'Read the project’s settings',
    description:
      'Returns the settings of the project to which the credentials belong. The settings include the SDK scopes of the project key and the rules for matching installs.',
    tag: 'Projects',
    access: 'management:project:read',
    answers: { 200: { description: 'The settings', schema: project } },
    run: getProject,
  }),
  route({
    method: 'put',
    path: '/api/project',
    summary: 'Change the project’s settings',
    description:
      'Omitted fields keep their value, also inside `attribution` and `privacy`. `sdk_scopes` limits what apps may do with the project key alone. Changes apply within seconds. If the settings have another version than `If-Match` names, the response is 412.',
    tag: 'Projects',
    access: 'management:project:write',
    isConditional: true,
    body: updateProjectBody,
    fieldRules: ({ project, body }) => Promise.resolve(settingsErrors(project, body)),
    example: {
      name: 'Acme',
      sdk_scopes: ['links:read', 'attribution'],
      attribution: { window_minutes: 120 },
    },
    answers: { 200: { description: 'The settings', schema: project } },
    run: updateProject,
  }),
  route({
    method: 'post',
    path: '/api/project/rotate-key',
    summary: 'Replace the project key',
    description:
      'Creates a new `project_key` for new versions of your apps. The old key remains valid until you revoke it, because installed apps keep it for years. A project can have at most 20 former keys; further calls return 409.',
    tag: 'Projects',
    access: 'management:project:write',
    needsRecentSignIn: true,
    answers: { 200: { description: 'The settings, with both keys', schema: project } },
    problems: [409],
    run: rotateKey,
  }),
  route({
    method: 'delete',
    path: '/api/project/former-keys/:key',
    summary: 'Revoke a former key',
    description:
      'Apps that send the key then receive 401 `unknown_project_key`, and their clicks and installs are lost. The current key cannot be revoked, only replaced.',
    tag: 'Projects',
    access: 'management:project:write',
    needsRecentSignIn: true,
    params: { key: 'uuid' },
    answers: { 200: { description: 'The revoked key', schema: revokedKey } },
    run: revokeKey,
  }),
]

export const allProjectsRoutes = [
  accountRoute({
    method: 'get',
    path: '/api/projects',
    summary: 'List all projects',
    description:
      'Returns the projects of the installation, sorted by prefix. Only administrators may call it; `GET /api/me` lists the projects of the signed-in user.',
    tag: 'Projects',
    access: 'administrator',
    query: listProjectsQuery,
    answers: { 200: { description: 'A page of projects', schema: projectSummaries } },
    run: listProjects,
  }),
  accountRoute({
    method: 'post',
    path: '/api/projects',
    summary: 'Create a project',
    description:
      'The administrator who creates it becomes its owner. The prefix is the first part of the link host and cannot be changed. If the prefix is taken, the response is 409.',
    tag: 'Projects',
    access: 'administrator',
    isCreate: true,
    body: createProjectBody,
    example: { name: 'Globex', prefix: 'globex' },
    answers: { 201: { description: 'The project', schema: projectSummary } },
    problems: [409],
    run: createProject,
  }),
  accountRoute({
    method: 'delete',
    path: '/api/projects/:id',
    summary: 'Schedule the deletion of a project',
    description:
      'The project keeps working until `deletes_at`, seven days later; then it is deleted with its links, clicks, installs and deliveries. `POST /api/projects/{id}/restore` cancels the deletion. A second call does not change `deletes_at`. Only owners of the project and administrators may call it.',
    tag: 'Projects',
    access: 'session',
    needsRecentSignIn: true,
    params: { id: 'uuid' },
    answers: { 200: { description: 'When the project is deleted', schema: scheduledDeletion } },
    problems: [403],
    run: deleteProject,
  }),
  accountRoute({
    method: 'delete',
    path: '/api/projects/:id/sample-data',
    summary: 'Delete a sample project',
    description:
      'Immediately deletes a project with `is_sample`, which the first `npm start` creates, and all its data. For any other project, the response is 409; use `DELETE /api/projects/{id}` instead. Only owners of the project and administrators may call it.',
    tag: 'Projects',
    access: 'session',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The deleted project', schema: removedProject } },
    problems: [403, 409],
    run: removeSample,
  }),
  accountRoute({
    method: 'post',
    path: '/api/projects/:id/restore',
    summary: 'Cancel the deletion of a project',
    description:
      'Cancels a scheduled deletion. If no deletion is scheduled, returns the project unchanged. Only owners of the project and administrators may call it.',
    tag: 'Projects',
    access: 'session',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The project', schema: projectSummary } },
    problems: [403],
    run: restoreProject,
  }),
]
