package org.flashgrove.geoparquet.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

/** The cache keeps the pages that were used last, within its limit. */
class PageCacheTest {
  /** Memory of a page without its array. */
  private static final int OBJECT = 256;

  private static final ColumnDescriptor COLUMN = column("a");

  private static ColumnDescriptor column(String name) {
    return new ColumnDescriptor(
        new String[] {name}, Types.required(PrimitiveTypeName.BOOLEAN).named(name), 0, 0);
  }

  private static boolean put(PageCache cache, long offset, DataPage page, int length) {
    return cache.put(offset, COLUMN, 0, 1, page, length);
  }

  private static DataPage get(PageCache cache, long offset) {
    return cache.get(offset, COLUMN, 0, 1);
  }

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
    PageCache cache = new PageCache(2 * OBJECT + 100);
    DataPage first = page();
    assertThat(put(cache, 1, first, 40)).isTrue();
    assertThat(put(cache, 2, page(), 40)).isTrue();
    assertThat(get(cache, 1)).isSameAs(first);
    assertThat(put(cache, 3, page(), 60)).isTrue();
    assertThat(get(cache, 1)).isSameAs(first);
    assertThat(get(cache, 2)).isNull();
    assertThat(put(cache, 4, page(), 100)).isTrue();
    assertThat(get(cache, 1)).isNull();
    assertThat(get(cache, 3)).isNull();
    assertThat(get(cache, 4)).isNotNull();
  }

  @Test
  void aPageIsNotTakenForOneOfAnotherColumnOrOfOtherRows() {
    PageCache cache = new PageCache(1 << 24);
    put(cache, 1, page(), 40);
    assertThat(cache.get(1, column("b"), 0, 1)).isNull();
    assertThat(cache.get(1, COLUMN, 1, 1)).isNull();
    assertThat(cache.get(1, COLUMN, 0, 2)).isNull();
    assertThat(cache.put(1, column("b"), 0, 1, page(), 40)).isFalse();
    assertThat(get(cache, 1)).isNotNull();
  }

  @Test
  void largePagesAreNotKept() {
    PageCache small = new PageCache(OBJECT + 100);
    assertThat(put(small, 1, page(), 50)).isTrue();
    assertThat(put(small, 2, page(), 101)).isFalse();
    assertThat(get(small, 1)).isNotNull();
    assertThat(get(small, 2)).isNull();
    PageCache large = new PageCache(1 << 24);
    assertThat(put(large, 1, page(), 1 << 17)).isTrue();
    assertThat(put(large, 2, page(), (1 << 17) + 1)).isFalse();
  }
}
