package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.write.DatasetWriting;
import org.flashgrove.spark.write.TilesWrite;

/**
 * Table that Spark writes to in the second of the two writes that store an application's rows. In
 * the first write, {@link DatasetWriting} divides the rows into tiles and encodes them. The second
 * write receives the encoded rows and turns each partition into one table.
 */
record DividedTable(DatasetWriting.Job job, Configuration configuration) implements SupportsWrite {

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new WriteBuilder() {
      @Override
      public Write build() {
        try {
          return new TilesWrite(job.change(), job.space(), configuration);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  @Override
  public String name() {
    return "flashgrove " + job.change().path();
  }

  @Override
  @SuppressWarnings("deprecation") // SupportsWrite has no other way to state the columns
  public StructType schema() {
    return DatasetWriting.blockColumns();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_WRITE);
  }
}
