import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { parse, parseAllDocuments } from 'yaml'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))
export const folder = join(root, 'deploy', 'kubernetes')

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  spec?: object
  data?: Record<string, string>
}

export interface Workload {
  name: string
  kind: string
  labels: Record<string, string>
  selector: Record<string, string> | undefined
  replicas: number | undefined
  claims: string[]
  pod: IPodSpec
}

interface WorkloadSpec {
  replicas?: number
  selector?: { matchLabels: Record<string, string> }
  template: { metadata: { labels: Record<string, string> }; spec: IPodSpec }
  volumeClaimTemplates?: { metadata: { name: string } }[]
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job']

/** The kinds that run pods. */
export function workloadsOf(manifests: Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => WORKLOADS.includes(kind))
    .map(({ kind, metadata, spec }) => {
      const { replicas, selector, template, volumeClaimTemplates } = spec as WorkloadSpec
      return {
        name: metadata.name,
        kind,
        replicas,
        labels: template.metadata.labels,
        selector: selector?.matchLabels,
        claims: (volumeClaimTemplates ?? []).map((claim) => claim.metadata.name),
        pod: template.spec,
      }
    })
}

/** The app whose image a container runs; null for images of other projects. */
export function appOf({ image = '' }: IContainer): 'api' | 'worker' | 'cli' | null {
  const name = /(?:^|\/)throughline-(api|worker|cli)(?::|$)/.exec(image)?.[1]
  return name === undefined ? null : (name as 'api' | 'worker' | 'cli')
}

/** All YAML files below a folder, as paths relative to it. */
export function listYamlFiles(path = folder): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort()
}

/** @throws if the file is not YAML, or has a key twice */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0]
    return document.toJS() as Manifest
  })
}

interface Kustomization {
  resources?: string[]
  components?: string[]
  configMapGenerator?: { name: string; envs: string[] }[]
  images?: { name: string; newTag: string }[]
}

/** Renders the kustomize features that base, migrate and cli use, so that they are checked without kubectl too. */
export function readKustomization(path: string): Manifest[] {
  const { resources = [], components = [] } = readYaml(path)
  const manifests = [...resources, ...components].map((name) => resolve(path, name)).flatMap(read)
  const generated = readYaml(path).configMapGenerator ?? []
  const images = components.flatMap((name) => readYaml(resolve(path, name)).images ?? [])
  for (const { pod } of workloadsOf(manifests))
    for (const container of pod.containers) {
      const tag = images.find(({ name }) => name === container.image)?.newTag
      if (tag !== undefined) container.image = `${container.image}:${tag}`
    }
  return [...manifests, ...generated.map(({ name, envs }) => configMap(name, path, envs))]
}

function readYaml(path: string): Kustomization {
  return parse(readFileSync(join(path, 'kustomization.yaml'), 'utf8')) as Kustomization
}

function read(path: string): Manifest[] {
  return statSync(path).isDirectory()
    ? readKustomization(path)
    : parseManifests(readFileSync(path, 'utf8'))
}

function configMap(name: string, path: string, envs: string[]): Manifest {
  const data = envs.map((file) => readSettings(join(path, file)))
  const merged = Object.assign({}, ...data) as Record<string, string>
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: merged }
}

function readSettings(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** Whether a kubectl with kustomize 5 is on PATH. */
export function hasKubectl(): boolean {
  const { stdout } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' })
  return Number(/Kustomize Version: v(\d+)/.exec(stdout)?.[1]) >= 5
}

export function renderWithKubectl(path: string): Manifest[] {
  if (!existsSync(path)) throw new Error(`no such folder: ${path}`)
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path], { encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(stderr)
  return parseManifests(stdout)
}
