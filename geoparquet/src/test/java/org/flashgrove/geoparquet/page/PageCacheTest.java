package org.flashgrove.geoparquet.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

/** The cache keeps the pages that were used last, within its limit. */
class PageCacheTest {
  private static DataPage page() {
    return new DataPageV1(
        BytesInput.from(new byte[1]),
        1,
        1,
        Statistics.getBuilderForReading(Types.required(PrimitiveTypeName.BOOLEAN).named("a"))
            .build(),
        Encoding.RLE,
        Encoding.RLE,
        Encoding.PLAIN);
  }

  @Test
  void thePageThatWasUnusedForTheLongestTimeIsDropped() {
    PageCache cache = new PageCache(100);
    DataPage first = page();
    assertThat(cache.put(1, first, 40)).isTrue();
    assertThat(cache.put(2, page(), 40)).isTrue();
    assertThat(cache.get(1)).isSameAs(first);
    assertThat(cache.put(3, page(), 60)).isTrue();
    assertThat(cache.get(1)).isSameAs(first);
    assertThat(cache.get(2)).isNull();
    assertThat(cache.put(4, page(), 100)).isTrue();
    assertThat(cache.get(1)).isNull();
    assertThat(cache.get(3)).isNull();
    assertThat(cache.get(4)).isNotNull();
  }

  @Test
  void largePagesAreNotKept() {
    PageCache small = new PageCache(100);
    assertThat(small.put(1, page(), 50)).isTrue();
    assertThat(small.put(2, page(), 101)).isFalse();
    assertThat(small.get(1)).isNotNull();
    assertThat(small.get(2)).isNull();
    PageCache large = new PageCache(1 << 24);
    assertThat(large.put(1, page(), 1 << 17)).isTrue();
    assertThat(large.put(2, page(), (1 << 17) + 1)).isFalse();
  }
}
