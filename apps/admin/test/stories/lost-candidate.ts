import { expect, it } from '@jest/globals'
import { clickLink, openLandingPage, reportInstall } from '../play-phone.js'
import { heading, OWNER, PLAY, type Stories } from './world.js'

export const describeLostCandidateStory: Stories = (world) => {
  it('shows a developer the most likely click that lost, beside the install, and what was missing', async () => {
    const { panel, api } = world()
    await api('POST', '/api/links', {
      code: 'LOST1',
      actual_url: 'https://shop.example.com/',
      is_deeplink: true,
      android_url: PLAY,
    })
    await openLandingPage(panel, 'LOST1')
    // Another phone on the same network, without a referrer of the store.
    const id = await reportInstall(panel)
    const [context, page] = await panel.openAs(OWNER, `installs/${id}`)
    await page.getByText('What to do').waitFor()
    await page.getByText('The device that clicked looks too different').waitFor()
    const picture = page.getByRole('region', { name: 'How it was decided' })
    await picture.getByRole('heading', { name: /^Most likely click: LOST1/ }).waitFor()
    for (const signal of ['Screen', 'System version', 'Language']) {
      const row = picture.getByRole('listitem').filter({ hasText: signal })
      await row.getByText('differs', { exact: true }).waitFor({ state: 'attached' })
      await row.getByText(/^−\d/).waitFor()
    }
    const decision = picture.getByRole('listitem').filter({ hasText: 'LOST1' })
    await decision.getByText('not enough').waitFor()
    await picture.getByText(/A click needs \d+(\.\d)? % to be matched/).waitFor()
    await picture.getByRole('listitem').filter({ hasText: 'None of these clicks' }).waitFor()

    await picture.getByRole('switch', { name: 'Show as table' }).press('Space')
    const table = picture.getByRole('table', { name: 'Clicks before this install' })
    const row = table.getByRole('row').filter({ hasText: 'LOST1' })
    expect(await row.innerText()).toMatch(/LOST1[^]*before[^]*not chosen[^]*%[^]*Screen/)
    await context.close()
  }, 60_000)

  it('says how far it looked back if no link was clicked before the install', async () => {
    const { panel } = world()
    const made = await panel.cli('project', 'create', '--name', 'Quiet', '--prefix', 'quiet')
    const project = { ...panel.project, projectKey: String(made['project_key']) }
    const id = await reportInstall({ url: panel.url, project })
    const [context, page] = await panel.openAs(OWNER, 'installs')
    await page.goto(`${panel.url}/admin/p/quiet/installs/${id}`)
    await page.getByText('Open the link on the same phone and network').waitFor()
    const picture = page.getByRole('region', { name: 'How it was decided' })
    await picture.getByText(/^No link of this project was clicked since/).waitFor()
    await picture.getByText('No click could be compared with this install.').waitFor()
    expect(await picture.getByRole('listitem').count()).toBe(0)
    // A click of another project is nobody's business here.
    await clickLink(panel, 'SPRING7')
    await page.reload()
    await heading(page, 'Android install').waitFor()
    await picture.getByText(/^No link of this project was clicked since/).waitFor()
    await context.close()
  }, 60_000)
}
