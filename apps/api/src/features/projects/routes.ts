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
      'Returns the settings of the project to which the key and the token belong. They include what the project key alone may do and how installs are matched.',
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
      'Omitted fields keep their value, also inside `attribution` and `privacy`. `sdk_scopes` limits what apps may do with the project key alone. Changes apply within seconds.',
    tag: 'Projects',
    access: 'management:project:write',
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
    summary: 'Give the project another key',
    description:
      'New versions of your apps send the new `project_key`. The old key works on until you revoke it, because installed apps keep it for years. A project has at most 20 former keys; beyond that the answer is 409.',
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
      'Apps that send it are then answered 401 `unknown_project_key`: their clicks and installs are lost. The present key cannot be revoked, only replaced.',
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
      'Returns the projects of the installation for its administrators, by prefix. `GET /api/me` lists the own projects of a user.',
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
      'The administrator who creates it becomes its owner. The prefix is the first part of the link host and cannot change; a taken one is answered 409.',
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
    summary: 'Delete a project in seven days',
    description:
      'For owners of the project and administrators. Everything works on until `deletes_at`; then the project is deleted with its links, clicks, installs and deliveries. `POST /api/projects/{id}/restore` cancels the deletion. A second call keeps the time of the first.',
    tag: 'Projects',
    access: 'session',
    needsRecentSignIn: true,
    params: { id: 'uuid' },
    answers: { 200: { description: 'When it is deleted', schema: scheduledDeletion } },
    problems: [403],
    run: deleteProject,
  }),
  accountRoute({
    method: 'delete',
    path: '/api/projects/:id/sample-data',
    summary: 'Remove a project of sample data',
    description:
      'For owners of the project and administrators. A project with `is_sample`, which the first `npm start` makes, is deleted immediately with everything in it. Any other project is answered 409; `DELETE /api/projects/{id}` deletes it in seven days.',
    tag: 'Projects',
    access: 'session',
    params: { id: 'uuid' },
    answers: { 200: { description: 'Removed', schema: removedProject } },
    problems: [403, 409],
    run: removeSample,
  }),
  accountRoute({
    method: 'post',
    path: '/api/projects/:id/restore',
    summary: 'Keep a project that was to be deleted',
    description:
      'Cancels the deletion, for owners of the project and administrators. A project whose deletion was not requested is returned as it is.',
    tag: 'Projects',
    access: 'session',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The project', schema: projectSummary } },
    problems: [403],
    run: restoreProject,
  }),
]
