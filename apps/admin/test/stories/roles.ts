import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../running-panel.js'
import {
  addMember,
  button,
  EDITOR,
  heading,
  OWNER,
  VIEWER,
  type Stories,
  type World,
} from './world.js'

const CHANGING = /^(New|Create|Invite|Add|Save|Send|Erase|Resend|Remove|Revoke|Rotate)\b|^Actions$/
const SOME_SCREENS = ['webhooks/1', 'settings/general']

export const describeRolesStory: Stories = (world) => {
  it('lets an owner invite a viewer, who can change nothing', async () => {
    const { at } = world()
    const viewer = await join(world(), { email: VIEWER, name: 'Grace', role: 'Viewer' })
    for (const screen of SOME_SCREENS) {
      await viewer.goto(at(screen))
      await viewer.waitForLoadState('networkidle')
      expect([screen, await button(viewer, CHANGING).allInnerTexts()]).toEqual([screen, []])
    }
    expect(await writeAsPanel(viewer)).toEqual([403, 403, 403])
    await viewer.context().close()
  }, 90_000)

  it('hides the buttons of an editor whose role was lowered, and says why', async () => {
    const { panel, at } = world()
    const editor = await join(world(), { email: EDITOR, name: 'Edsger', role: 'Editor' })
    await editor.goto(at('webhooks/1'))
    await button(editor, 'Send test').waitFor()
    const [context, owner] = await panel.openAs(OWNER, 'settings/members')
    await owner.getByRole('row').filter({ hasText: EDITOR }).getByRole('combobox').click()
    await owner.getByRole('option', { name: 'Viewer' }).click()
    await owner.getByText('The role is changed').waitFor()
    await context.close()
    await button(editor, 'Send test').click()
    await editor.getByText(/webhooks:write/).waitFor()
    await button(editor, 'Send test').waitFor({ state: 'detached' })
    expect(await button(editor, CHANGING).allInnerTexts()).toEqual([])
    await editor.context().close()
  }, 60_000)
}

/** The server looks again every 15 s whether a stream may stay open. */
const NOTICED_MS = 30_000

export const describeLoweredRoleStory: Stories = (world) => {
  it('tells every open tab when a role is lowered, and when a member is removed', async () => {
    const { panel, api, at } = world()
    await addMember(world(), { email: EDITOR, name: 'Edsger', role: 'editor' })
    const { data } = await api('GET', '/api/project/members')
    const members = data as { id: number; email: string }[]
    const id = members.find(({ email }) => email === EDITOR)?.id ?? 0
    const [context, first] = await panel.openAs(EDITOR, 'setup?phone=SPRING7')
    const second = await context.newPage()
    await second.goto(at('setup?phone=SPRING7'))
    const tabs = [first, second]
    const everyTab = (look: (tab: Page) => Promise<unknown>) => Promise.all(tabs.map(look))
    const test = (tab: Page) => tab.getByRole('region', { name: 'Try with my phone' })
    await everyTab(async (tab) => {
      await button(tab, 'New test').waitFor()
      // Now the tab listens to the stream, which only one of them reads.
      await test(tab).getByRole('listitem').first().waitFor()
    })

    await api('PUT', `/api/project/members/${id}`, { role: 'viewer' })
    await everyTab(async (tab) => {
      await button(tab, 'New test').waitFor({ state: 'detached', timeout: NOTICED_MS })
      await test(tab).getByText('Your role cannot make links.').waitFor()
    })
    // What an open page could send.
    expect(await writeAsPanel(first)).toEqual([403, 403, 403])

    await api('DELETE', `/api/project/members/${id}`)
    await everyTab((tab) =>
      tab.getByText('You are not a member of this project').waitFor({ timeout: NOTICED_MS }),
    )
    await context.close()
  }, 150_000)
}

interface Newcomer {
  email: string
  name: string
  role: string
}

/** The owner invites a person, who follows the link. @returns that person's page */
async function join({ panel, at }: World, { email, name, role }: Newcomer): Promise<Page> {
  const [context, page] = await panel.openAs(OWNER, 'settings/members?form=new')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await form.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await button(page, 'Create invitation').click()
  const link = await page.getByLabel('Invitation link', { exact: true }).innerText()
  await context.close()
  const [, theirs] = await panel.open()
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill(name)
  await theirs.getByLabel('New password').fill(PASSWORD)
  await button(theirs, 'Join').click()
  await theirs.waitForURL(at('overview'))
  await heading(theirs, 'Overview').waitFor()
  return theirs
}

/** Requests that a viewer's page could send. */
function writeAsPanel(page: Page): Promise<number[]> {
  return page.evaluate(`(async () => {
    const { memberships } = await (await fetch('/api/me', { headers: { 'X-Throughline-Panel': '1' } })).json()
    const headers = { 'X-Throughline-Panel': '1', 'x-project-key': memberships[0].project_id, 'content-type': 'application/json' }
    const send = async (method, path, body) => (await fetch(path, { method, headers, body: JSON.stringify(body) })).status
    return [
      await send('POST', '/api/links', { actual_url: 'https://example.com' }),
      await send('PUT', '/api/project', { name: 'Mine' }),
      await send('DELETE', '/api/webhooks/1'),
    ]
  })()`)
}
