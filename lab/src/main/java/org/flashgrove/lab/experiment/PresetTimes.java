package org.flashgrove.lab.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Measured processor time of presets, in seconds of one core, including the start of the program.
 * The properties file of this class says where and when the times were measured.
 */
public final class PresetTimes {
  private static final String FILE = "preset-times.properties";

  private final Properties seconds = new Properties();

  private PresetTimes() {}

  /** Reads the measured times from the properties file. */
  public static PresetTimes read() {
    PresetTimes times = new PresetTimes();
    try (InputStream in = PresetTimes.class.getResourceAsStream(FILE)) {
      times.seconds.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
    return times;
  }

  /** Returns the seconds that a preset needs at a scale, or null if they were not measured. */
  public Integer seconds(Preset preset, Scale scale) {
    String found = seconds.getProperty(preset.name() + "." + scale.word());
    return found == null ? null : Integer.valueOf(found);
  }

  /** Returns the time of a preset at a scale as text, such as {@code 12 s} or {@code 3 min}. */
  public String described(Preset preset, Scale scale) {
    Integer found = seconds(preset, scale);
    if (found == null) {
      return "time not measured";
    }
    return found < 120 ? found + " s" : Math.round(found / 60.0) + " min";
  }
}
