package org.flashgrove.geoparquet.page;

import java.util.Iterator;
import java.util.List;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.OriginalType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Converts the schema in a footer, which is a list of columns in depth-first order, to a tree. */
final class FooterSchema {
  private final Iterator<SchemaElement> elements;

  private FooterSchema(List<SchemaElement> elements) {
    this.elements = elements.iterator();
  }

  /**
   * Converts a schema.
   *
   * @throws RuntimeException if the schema is damaged
   */
  static MessageType of(List<SchemaElement> elements) {
    FooterSchema schema = new FooterSchema(elements);
    SchemaElement root = schema.elements.next();
    Types.MessageTypeBuilder message = Types.buildMessage();
    if (root.isSetField_id()) {
      message.id(root.getField_id());
    }
    schema.addChildren(message, root.getNum_children());
    return message.named(root.getName());
  }

  private void addChildren(Types.GroupBuilder<?> parent, int count) {
    for (int i = 0; i < count; i++) {
      SchemaElement element = elements.next();
      Type.Repetition repetition = Type.Repetition.valueOf(element.getRepetition_type().name());
      Types.Builder<?, ?> builder =
          element.isSetType()
              ? primitive(parent, element, repetition)
              : group(parent, element, repetition);
      annotate(builder, element);
      if (element.isSetField_id()) {
        builder.id(element.getField_id());
      }
      builder.named(element.getName());
    }
  }

  private static Types.Builder<?, ?> primitive(
      Types.GroupBuilder<?> parent, SchemaElement element, Type.Repetition repetition) {
    Types.PrimitiveBuilder<?> builder = parent.primitive(typeOf(element), repetition);
    if (element.isSetType_length()) {
      builder.length(element.getType_length());
    }
    if (element.isSetPrecision()) {
      builder.precision(element.getPrecision());
    }
    if (element.isSetScale()) {
      builder.scale(element.getScale());
    }
    return builder;
  }

  private static PrimitiveTypeName typeOf(SchemaElement element) {
    return switch (element.getType()) {
      case BYTE_ARRAY -> PrimitiveTypeName.BINARY;
      default -> PrimitiveTypeName.valueOf(element.getType().name());
    };
  }

  private Types.Builder<?, ?> group(
      Types.GroupBuilder<?> parent, SchemaElement element, Type.Repetition repetition) {
    Types.GroupBuilder<?> builder = parent.group(repetition);
    addChildren(builder, element.getNum_children());
    return builder;
  }

  /**
   * Sets the logical type. An element may also state the type in an older form, which decides if
   * the two differ.
   */
  private static void annotate(Types.Builder<?, ?> builder, SchemaElement element) {
    LogicalTypeAnnotation meaning =
        element.isSetLogicalType() ? annotation(element.getLogicalType()) : null;
    if (meaning != null) {
      builder.as(meaning);
    }
    if (element.isSetConverted_type()) {
      OriginalType older = OriginalType.valueOf(element.getConverted_type().name());
      if (meaning == null || meaning.toOriginalType() != older) {
        builder.as(older);
      }
    }
  }

  /** Returns the type of the library for a stored logical type, or null if it adds nothing. */
  private static LogicalTypeAnnotation annotation(LogicalType type) {
    return switch (type.getSetField()) {
      case STRING -> LogicalTypeAnnotation.stringType();
      case MAP -> LogicalTypeAnnotation.mapType();
      case LIST -> LogicalTypeAnnotation.listType();
      case ENUM -> LogicalTypeAnnotation.enumType();
      case DATE -> LogicalTypeAnnotation.dateType();
      case UNKNOWN -> null; // all values are null
      case JSON -> LogicalTypeAnnotation.jsonType();
      case BSON -> LogicalTypeAnnotation.bsonType();
      case UUID -> LogicalTypeAnnotation.uuidType();
      case FLOAT16 -> LogicalTypeAnnotation.float16Type();
      default -> annotationWithParameters(type);
    };
  }

  private static LogicalTypeAnnotation annotationWithParameters(LogicalType type) {
    return switch (type.getSetField()) {
      case DECIMAL -> {
        DecimalType decimal = type.getDECIMAL();
        yield LogicalTypeAnnotation.decimalType(decimal.getScale(), decimal.getPrecision());
      }
      case TIME -> {
        TimeType time = type.getTIME();
        yield LogicalTypeAnnotation.timeType(time.isIsAdjustedToUTC(), unit(time.getUnit()));
      }
      case TIMESTAMP -> {
        TimestampType time = type.getTIMESTAMP();
        yield LogicalTypeAnnotation.timestampType(time.isIsAdjustedToUTC(), unit(time.getUnit()));
      }
      case INTEGER -> {
        IntType number = type.getINTEGER();
        yield LogicalTypeAnnotation.intType(number.getBitWidth(), number.isIsSigned());
      }
      default -> NewerTypes.annotation(type);
    };
  }

  private static TimeUnit unit(org.apache.parquet.format.TimeUnit unit) {
    return TimeUnit.valueOf(unit.getSetField().name());
  }

  /**
   * Types that version 1.15 of the library lacks. They have a class of their own: to verify a
   * class, the JVM loads the types of the values that its methods return.
   */
  private static final class NewerTypes {
    static LogicalTypeAnnotation annotation(LogicalType type) {
      return switch (type.getSetField()) {
        case VARIANT ->
            LogicalTypeAnnotation.variantType(type.getVARIANT().getSpecification_version());
        case GEOMETRY -> LogicalTypeAnnotation.geometryType(type.getGEOMETRY().getCrs());
        case GEOGRAPHY -> {
          GeographyType geography = type.getGEOGRAPHY();
          yield LogicalTypeAnnotation.geographyType(
              geography.getCrs(),
              ParquetMetadataConverter.toParquetEdgeInterpolationAlgorithm(
                  geography.getAlgorithm()));
        }
        default -> throw new IllegalArgumentException("logical type " + type.getSetField());
      };
    }
  }
}
