import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Page } from 'playwright-core'
import { addMember, button, OWNER, type Stories } from './world.js'

const FORMS = [
  ['settings/tokens?form=new', 'Name'],
  ['settings/members?form=new', 'E-mail address'],
  ['settings/domains?form=new', 'Host'],
  ['users?form=new', 'Name'],
] as const

const untilKept = (page: Page, text: string) =>
  waitFor(
    async () => (await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes(text),
    { what: 'the draft' },
  )
const drafts = (page: Page) =>
  page.evaluate<string[]>("Object.keys(sessionStorage).filter((key) => key.includes('-draft-'))")

export const describeProjectSettingsStory: Stories = (world) => {
  it('deletes the project in seven days, and restores it', async () => {
    const { panel, api } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/general')
    const card = page.getByRole('region', { name: 'Delete this project' })
    await card.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('acme')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await card.getByText('This project is deleted on').waitFor()
    const { deletes_at: at } = await api('GET', '/api/project')
    const days = (Date.parse(String(at)) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    await button(page, 'Undo').click()
    await card.getByRole('button', { name: 'Delete project' }).waitFor()
    expect(await api('GET', '/api/project')).toMatchObject({ deletes_at: null })
    await context.close()
  }, 60_000)

  it('shows times in the time zone of the account, and its colors in every browser', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'account')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Kiritimati')
    await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await button(page, 'Dark').click()
    const dark = 'html[data-mantine-color-scheme=dark]'
    await page.locator(dark).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await context.close()

    const [other, elsewhere] = await panel.open()
    await panel.signIn(elsewhere, OWNER, '/p/acme/settings/general')
    await elsewhere.locator(dark).waitFor({ state: 'attached' })
    const { created_at: created } = await world().api('GET', '/api/project')
    const shown = new Date(String(created)).toLocaleString('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: 'Pacific/Kiritimati',
    })
    await elsewhere.getByText(shown).waitFor()
    await elsewhere.goto(at('account'))
    await button(elsewhere, 'Same as the system').click()
    await elsewhere.getByRole('combobox', { name: 'Time zone' }).fill('browser')
    await elsewhere.getByRole('option', { name: 'The browser’s' }).click()
    await elsewhere.getByText('Saved', { exact: true }).waitFor()
    await elsewhere.waitForLoadState('networkidle')
    await other.close()
  }, 60_000)

  it('lists the tokens of a member before the member is removed, and revokes them', async () => {
    const { panel, api } = world()
    await panel.cli('user', 'create', '--email', 'leaving@example.com', '--name', 'Lin')
    const [{ id }] = (await panel.query(
      `INSERT INTO project_members (project_id, user_id, role)
       SELECT p.id, u.id, 'editor' FROM projects p, users u
        WHERE p.prefix = 'acme' AND u.email = 'leaving@example.com' RETURNING user_id AS id`,
    )) as [{ id: number }]
    await panel.query(
      `INSERT INTO admin_tokens (project_id, name, secret_hash, user_id)
       SELECT id, 'Lin’s server', '\\x00', ${id} FROM projects WHERE prefix = 'acme'`,
    )
    const [context, page] = await panel.openAs(OWNER, 'settings/members')
    await button(page, 'Remove Lin').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').filter({ hasText: 'Lin’s server' }).waitFor()
    await dialog.getByText('Everything, never used').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The member is removed').waitFor()
    const { data } = await api('GET', '/api/project/tokens')
    expect(JSON.stringify(data)).not.toContain('Lin’s server')
    await context.close()
  }, 60_000)

  it('uses a proved domain as the host of short links', async () => {
    const { panel, api } = world()
    await panel.query(
      `INSERT INTO domains (project_id, host, proved_at)
       SELECT id, 'go.acme.example', now() FROM projects WHERE prefix = 'acme'`,
    )
    const [context, page] = await panel.openAs(OWNER, 'settings/domains')
    await page.getByRole('combobox', { name: 'Default host' }).click()
    await page.getByRole('option', { name: 'go.acme.example' }).click()
    await button(page, 'Save').click()
    await page.getByText('The settings are saved').waitFor()
    const link = { code: 'BYHOST', actual_url: 'https://shop.example.com/' }
    const { short_url: url } = await api('POST', '/api/links', link)
    expect(new URL(String(url)).hostname).toBe('go.acme.example')
    await api('DELETE', '/api/links/BYHOST')
    await api('DELETE', '/api/project/domains/go.acme.example')
    expect(await api('GET', '/api/project')).toMatchObject({ default_link_host: null })
    await context.close()
  }, 60_000)

  it('shows how each member signs in', async () => {
    const { panel } = world()
    const email = 'sso@example.com'
    await addMember(world(), { email, name: 'Lin', role: 'viewer' })
    const [context, page] = await panel.openAs(OWNER, 'settings/members')
    const row = page.getByRole('row').filter({ hasText: email })
    for (const [change, shown] of [
      ['name = name', 'Password'],
      ["oidc_issuer = 'https://id.example', oidc_subject = '7'", 'Password\nOpenID Connect'],
      ['password_hash = NULL', 'OpenID Connect'],
      ['oidc_issuer = NULL, oidc_subject = NULL', 'No password yet'],
    ] as const) {
      await panel.query(`UPDATE users SET ${change} WHERE email = '${email}'`)
      await page.reload()
      await row.waitFor()
      expect(await row.getByRole('cell').nth(2).innerText()).toBe(shown)
    }
    await panel.query(`DELETE FROM users WHERE email = '${email}'`)
    await context.close()
  }, 60_000)

  it('keeps what was typed in each short form across a reload, and no secret', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/general')
    for (const [screen, label] of FORMS) {
      await page.goto(at(screen))
      const field = page.getByRole('dialog').getByLabel(label, { exact: true })
      await field.fill('kept.example')
      await untilKept(page, 'kept.example')
      await page.reload()
      expect(await field.inputValue()).toBe('kept.example')
      await button(page, 'Cancel').click()
      expect(await drafts(page)).toEqual([])
    }
    await page.goto(at('settings/tokens?form=new'))
    await page.getByLabel('Name', { exact: true }).fill('Server')
    await button(page, 'Create token').click()
    await page.getByRole('dialog', { name: 'Your new token' }).waitFor()
    expect(await drafts(page)).toEqual([])
    await context.close()
  }, 60_000)

  it('keeps the name of a new project across a reload, until the user signs out', async () => {
    const { panel } = world()
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '/p/acme/settings/general')
    const name = page
      .getByRole('dialog', { name: 'New project' })
      .getByLabel('Name', { exact: true })
    const openForm = async () => {
      await page.getByTitle('Switch project').click()
      await page.getByRole('menuitem', { name: 'New project' }).click()
      await name.waitFor()
    }
    await openForm()
    await name.fill('Acme Hats')
    await untilKept(page, 'Acme Hats')
    await page.reload()
    await openForm()
    expect(await name.inputValue()).toBe('Acme Hats')
    await page.keyboard.press('Escape')
    await page.getByTitle('Account').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await button(page, 'Sign in').waitFor()
    expect(await drafts(page)).toEqual([])
    await context.close()
  }, 60_000)

  it('copies a request that needs a session', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'users')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Copy as curl').click()
    await page.getByText('put the cookie of a session in THROUGHLINE_COOKIE').waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    const cookies = await context.cookies()
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
      env: { THROUGHLINE_COOKIE: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    })
    expect(stdout).toContain(OWNER)
    await context.close()
  })
}

export const describeProjectKeyStory: Stories = (world) => {
  it('rotates the project key, and revokes the former one', async () => {
    const { panel, api } = world()
    const { project_key: former } = await api('GET', '/api/project')
    const [context, page] = await panel.openAs(OWNER, 'settings/general')
    const keys = page.getByRole('region', { name: 'Project keys' })
    await keys.getByRole('button', { name: 'Rotate the key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click()
    await keys.getByText('Replaced').waitFor()
    // This call uses the former key, so the former key works.
    expect(await api('GET', '/api/project')).toMatchObject({ former_keys: [{ key: former }] })
    await keys.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(String(former).slice(-6))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await context.close()
  }, 60_000)
}
