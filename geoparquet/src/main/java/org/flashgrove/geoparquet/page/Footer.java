package org.flashgrove.geoparquet.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/**
 * Content of the footer that readers need. The metadata classes of the Parquet library hold more,
 * but loading them takes a large part of the time of the first query of a process.
 *
 * @param schema columns of the file
 * @param texts texts by their keys
 * @param writer name of the program that wrote the file; may be null
 * @param groups row groups
 */
record Footer(MessageType schema, Map<String, String> texts, String writer, List<Group> groups) {
  /**
   * Row group.
   *
   * @param rowCount number of rows
   * @param columns one column chunk for each column
   */
  record Group(long rowCount, List<Column> columns) {}

  /**
   * Values of one column in a row group.
   *
   * @param path names from the top-level column down to the column
   * @param codec codec of the pages
   * @param valueCount number of values, including nulls
   * @param start position of the first page in the file
   * @param size number of bytes of all pages
   */
  record Column(
      List<String> path, CompressionCodecName codec, long valueCount, long start, long size) {}

  /**
   * Converts a footer.
   *
   * @throws RuntimeException if the footer is damaged
   */
  static Footer of(FileMetaData data) {
    MessageType schema = FooterSchema.of(data.getSchema());
    Map<String, String> texts = new HashMap<>();
    if (data.isSetKey_value_metadata()) {
      for (KeyValue each : data.getKey_value_metadata()) {
        texts.put(each.getKey(), each.getValue());
      }
    }
    List<Group> groups = new ArrayList<>();
    for (RowGroup group : data.getRow_groups()) {
      List<Column> columns = new ArrayList<>();
      for (ColumnChunk chunk : group.getColumns()) {
        columns.add(of(chunk.getMeta_data(), schema));
      }
      groups.add(new Group(group.getNum_rows(), columns));
    }
    return new Footer(schema, texts, data.getCreated_by(), groups);
  }

  private static Column of(ColumnMetaData column, MessageType schema) {
    List<String> path = column.getPath_in_schema();
    schema.getType(path.toArray(new String[0])); // throws an exception for an unknown column
    long dictionary = column.isSetDictionary_page_offset() ? column.getDictionary_page_offset() : 0;
    long data = column.getData_page_offset();
    return new Column(
        path,
        CompressionCodecName.valueOf(column.getCodec().name()),
        column.getNum_values(),
        dictionary > 0 && dictionary < data ? dictionary : data,
        column.getTotal_compressed_size());
  }
}
