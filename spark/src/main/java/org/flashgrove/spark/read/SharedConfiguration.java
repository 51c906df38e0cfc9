package org.flashgrove.spark.read;

import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The settings of file systems, a thousand of them, which each process gets once, and not with each
 * task.
 */
public final class SharedConfiguration implements Serializable {
  private static final long serialVersionUID = 1;

  private final Broadcast<SerializableConfiguration> sent;

  /** Sends settings. */
  public SharedConfiguration(SparkSession spark, Configuration configuration) {
    sent =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(new SerializableConfiguration(configuration));
  }

  /** Returns the settings, in any process. */
  Configuration value() {
    return sent.value().value();
  }
}
