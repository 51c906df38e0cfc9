package org.flashgrove.lab.experiment;

/** Base class of presets whose name, source and description never change. */
public abstract class NamedPreset implements Preset {
  private final String name;
  private final String source;
  private final String description;

  /** Sets the texts that {@link Preset} describes. */
  protected NamedPreset(String name, String source, String description) {
    this.name = name;
    this.source = source;
    this.description = description;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String source() {
    return source;
  }

  @Override
  public final String description() {
    return description;
  }
}
