package org.flashgrove.cli.design;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Prints the keys that specs of indexes, buffers and devices may contain. The keys come from the
 * code that parses specs.
 */
@Command(
    name = "settings",
    description = {
      "Print the settings of indexes, buffers and devices, with defaults and allowed values.",
      "Without a name, print all settings, as in docs/settings.md."
    })
public final class SettingsCommand extends StoreCommand {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Name of an index, buffer or device, such as efind or nand.")
  private String name;

  SettingsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    List<KindSettings> kinds = new ArrayList<>(SettingKinds.all());
    List<String> names = kinds.stream().map(KindSettings::name).toList();
    if (name != null) {
      kinds.removeIf(kind -> !kind.name().equalsIgnoreCase(name));
    }
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "settings '" + name + "' (allowed: " + String.join(", ", names) + ")");
    }
    print(Map.of("kinds", kinds.stream().map(SettingsCommand::members).toList()));
    if (name == null) {
      say("# Settings");
      say("");
      say(
          "`./flashgrove settings` writes this page. A spec is `name:key=value,key=value`. Sizes"
              + " take K, M or G;");
      say(
          "fractions take a percent sign. Capacities and their ranges are for pages of %d bytes.",
          SettingKinds.PAGE_SIZE);
    }
    kinds.forEach(this::say);
    return 0;
  }

  private void say(KindSettings kind) {
    say("");
    say("## %s `%s`", kind.part(), kind.name());
    say("%s", kind.summary());
    say("");
    if (kind.keys().isEmpty()) {
      say("No keys.");
      return;
    }
    say("| key | default | values | description |");
    say("|---|---|---|---|");
    for (KindSettings.Key key : kind.keys()) {
      Setting setting = key.setting();
      String only = key.only().isEmpty() ? "" : " (with " + String.join(" or ", key.only()) + ")";
      say(
          "| `%s` | %s | %s | %s%s |",
          setting.key(),
          setting.usual(),
          setting.allowed().replace("|", "\\|"),
          key.meaning(),
          only);
    }
  }

  private static Map<String, Object> members(KindSettings kind) {
    List<Map<String, Object>> keys = new ArrayList<>();
    for (KindSettings.Key key : kind.keys()) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("key", key.setting().key());
      members.put("usual", key.setting().usual());
      members.put("allowed", key.setting().allowed());
      members.put("meaning", key.meaning());
      members.put("with", key.only());
      keys.add(members);
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("part", kind.part());
    members.put("name", kind.name());
    members.put("summary", kind.summary());
    members.put("keys", keys);
    return members;
  }
}
