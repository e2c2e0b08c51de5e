import { Button, Group, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { qrQuery, readQr } from '../../api/links.js'
import type { Link } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { linkDetail as texts } from '../../texts/links.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { notifyError } from '../../ui/notify.js'
import { saveFile } from '../../ui/save-file.js'
import styles from './links.module.css'

const PRINT_SIZE = 1024

export function QrCard({ link: { code, short_url: url } }: { link: Link }) {
  const context = useProject()
  const query = useQuery(qrQuery(context, code))
  const picture = query.data
  const saving = useMutation({
    mutationFn: async (format: 'svg' | 'png') => {
      const size = format === 'png' ? { size: PRINT_SIZE } : {}
      saveFile(await readQr(context, code, { format, ...size }), `${code}.${format}`)
    },
    onError: notifyError,
  })
  return (
    <Card title={texts.qr}>
      {picture === undefined && query.error !== null ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : picture === undefined ? (
        <Skeleton height={190} width={190} mx="auto" mb={14} />
      ) : (
        <img className={styles.qr} src={picture} alt={texts.qrAlt(url)} />
      )}
      <Group justify="center" gap={8}>
        {(['png', 'svg'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saving.mutate(format)}
          >
            {format === 'png' ? texts.downloadPng : texts.downloadSvg}
          </Button>
        ))}
      </Group>
    </Card>
  )
}
