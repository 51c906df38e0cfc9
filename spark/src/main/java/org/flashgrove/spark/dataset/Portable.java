package org.flashgrove.spark.dataset;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Object that is sent between driver and tasks, serialized with Spark's closure serializer. Spark's
 * data serializer is not used, because applications can set it to Kryo, as Sedona does. Kryo does
 * not support Java records.
 */
public final class Portable<T extends Serializable> implements Serializable {
  private static final long serialVersionUID = 1;

  private final byte[] bytes;

  private Portable(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Serializes an object, which may be null. */
  public static <T extends Serializable> Portable<T> of(T value) {
    ByteBuffer packed =
        SparkEnv.get().closureSerializer().newInstance().serialize(value, Portable.<T>tag());
    byte[] bytes = new byte[packed.remaining()];
    packed.get(bytes);
    return new Portable<>(bytes);
  }

  /** Returns the deserialized object. */
  public T value() {
    return SparkEnv.get()
        .closureSerializer()
        .newInstance()
        .deserialize(
            ByteBuffer.wrap(bytes),
            Thread.currentThread().getContextClassLoader(),
            Portable.<T>tag());
  }

  private static <T> ClassTag<T> tag() {
    return ClassTag$.MODULE$.apply(Object.class);
  }
}
